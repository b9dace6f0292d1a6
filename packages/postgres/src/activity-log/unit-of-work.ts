import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import type { NewActivity } from './activity';
import type { Author, EntryDetails, History, Identified } from './history';
import { historyEntry } from './history';
import type { NewInternalEvent } from '../internal-events/record-internal-events';
import { recordInternalEvents } from '../internal-events/record-internal-events';

/** A database handle that can read but not write. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>;

/** A database handle that can read and write, but not begin a transaction, because it may already be in one. */
export type Writer = Pick<
  Kysely<Schema>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'getExecutor'
>;

/** The result of a unit of work, and its entries for the activity log. */
export interface Recorded<Result> {
  readonly result: Result;
  readonly entries: Entries;
}

/** Empty if nothing was changed; null for an update that changed no field. */
export type Entries = readonly (NewActivity | null)[];

/** Makes the log entry of a change: `before` is null for a new object, `after` for a deleted one. */
type EntryOf<T> = (
  before: T | null,
  after: T | null,
  details?: EntryDetails & { readonly by?: Author },
) => NewActivity | null;

/**
 * Runs a unit of work: a change and its log entries in one transaction. The unit of work must lock the rows that it
 * changes.
 */
type RecordChange = <Result>(work: (db: Writer) => Promise<Recorded<Result>>) => Promise<Result>;

/**
 * Runs a unit of work on objects of one type. Changes of one type in one project (or organization) run one after the
 * other, so a row that was read is unchanged when it is written.
 */
export type Change = <T extends Identified, Result>(
  history: History<T>,
  by: Author,
  work: (db: Writer, entry: EntryOf<T>) => Promise<Recorded<Result>>,
) => Promise<Result>;

/** The database as repositories use it: a change outside of a unit of work does not compile. */
export interface ResourceDatabase {
  readonly db: Reader;
  readonly change: Change;
  readonly record: RecordChange;
  /** For changes that are not made by a user: the last use of a key, the results of a calculation. */
  readonly unrecorded: Writer;
}

/** Creates functions that run units of work on a pool. */
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
 * Takes a lock until the end of the transaction, so that no other transaction changes objects of this type in the
 * same project (or organization).
 */
export async function lockChanges(
  tx: Writer,
  scope: History<never>['scope'],
  owner: number | string,
): Promise<void> {
  const lock = `${scope} ${owner}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
}

/** The maximum number of rows in one statement, because Postgres accepts 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

async function writeEntries(tx: Writer, entries: Entries): Promise<void> {
  const made = entries.filter((entry) => entry !== null);
  for (let from = 0; from < made.length; from += ROWS_AT_ONCE) {
    const rows = made.slice(from, from + ROWS_AT_ONCE).map(rowOf);
    await tx.insertInto('activity_log').values(rows).execute();
    await recordInternalEvents(tx, rows.flatMap(internalEventOf));
  }
}

/**
 * Internal events for destinations about changes in a project. Changes of the organization are excluded, because not
 * all users of a project may read them.
 */
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
