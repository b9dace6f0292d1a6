import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import type { NewActivity } from './activity';
import type { Author, EntryDetails, History, Identified } from './history';
import { historyEntry } from './history';
import type { NewInternalEvent } from '../internal-events/record-internal-events';
import { recordInternalEvents } from '../internal-events/record-internal-events';

/** Reads rows, and cannot write any. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>;

/** Reads and writes, and cannot begin a transaction: it may be in one already. */
export type Writer = Pick<
  Kysely<Schema>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'getExecutor'
>;

/** What a unit of work has done: its result, and what the history says about it. */
export interface Recorded<Result> {
  readonly result: Result;
  readonly entries: Entries;
}

/** Empty where nothing was changed; null for a change that made no difference. */
export type Entries = readonly (NewActivity | null)[];

/** The entry of a change: `before` is null for a new thing, `after` for one that was deleted. */
type EntryOf<T> = (
  before: T | null,
  after: T | null,
  details?: EntryDetails & { readonly by?: Author },
) => NewActivity | null;

/** A unit of work: a change and its history entries in one transaction. It locks the rows that it changes itself. */
type RecordChange = <Result>(work: (db: Writer) => Promise<Recorded<Result>>) => Promise<Result>;

/**
 * A unit of work on things of one kind. Changes of one kind in one project (or
 * organization) run one after the other, so what was read before a change is what it changed.
 */
export type Change = <T extends Identified, Result>(
  history: History<T>,
  by: Author,
  work: (db: Writer, entry: EntryOf<T>) => Promise<Recorded<Result>>,
) => Promise<Result>;

/** What the repository of a resource works on: a change outside of a unit of work does not compile. */
export interface ResourceDatabase {
  readonly db: Reader;
  readonly change: Change;
  readonly record: RecordChange;
  /** For changes that no user made: the last use of a key, the results of a calculation. */
  readonly unrecorded: Writer;
}

/** Runs units of work on a pool. */
export function createUnitsOfWork(
  db: Kysely<Schema>,
): Pick<ResourceDatabase, 'change' | 'record' | 'unrecorded'> {
  const record: RecordChange = (work) =>
    db.transaction().execute(async (tx) => {
      const { result, entries } = await work(tx);
      await writeEntries(tx, entries);
      return result;
    });
  return {
    record,
    change: (history, by, work) =>
      record(async (tx) => {
        await lockChanges(tx, history.scope, by.projectId ?? by.organizationId);
        return work(tx, (before, after, { by: author = by, ...details } = {}) =>
          historyEntry(history, author, before, after, details),
        );
      }),
    unrecorded: db,
  };
}

/**
 * Waits until no other transaction changes things of a kind in a project (or organization), and holds the others back
 * until this one ends.
 */
export async function lockChanges(
  tx: Writer,
  scope: History<never>['scope'],
  owner: number | string,
): Promise<void> {
  const lock = `${scope} ${owner}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
}

/** Rows of one statement; Postgres takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

async function writeEntries(tx: Writer, entries: Entries): Promise<void> {
  const made = entries.filter((entry) => entry !== null);
  for (let from = 0; from < made.length; from += ROWS_AT_ONCE) {
    const rows = made.slice(from, from + ROWS_AT_ONCE).map(rowOf);
    await tx.insertInto('activity_log').values(rows).execute();
    await recordInternalEvents(tx, rows.flatMap(internalEventOf));
  }
}

/** Destinations of a project receive its history; that of its organization is for whoever sees all projects. */
function internalEventOf(row: ReturnType<typeof rowOf>): readonly NewInternalEvent[] {
  const { id, project_id: projectId, user_id: userId, item_id, scope, activity, detail } = row;
  if (projectId === null) return [];
  const event = '$activity_log_entry_created' as const;
  const properties = { id, scope, item_id, activity, detail: JSON.parse(detail) as unknown };
  return [{ id, projectId, event, userId, properties }];
}

function rowOf({
  projectId,
  organizationId,
  userId,
  scope,
  itemId,
  activity,
  detail,
}: NewActivity) {
  return {
    id: randomUUID(),
    project_id: projectId ?? null,
    organization_id: organizationId ?? null,
    user_id: userId,
    scope,
    item_id: itemId,
    activity,
    detail: JSON.stringify(detail),
  };
}
