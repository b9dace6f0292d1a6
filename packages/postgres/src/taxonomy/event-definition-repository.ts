import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Description, EventDefinition } from './definition';
import { toEventDefinition } from './definition';
import { EVENT_DEFINITION_HISTORY } from './definition-history';
import { describe } from './describe';
import { isCalled, isDescribed } from './matches';

export interface EventDefinitionListQuery {
  /** Substrings of the name, any case; all of them. */
  readonly words: readonly string[];
  /** Found whatever the words are. */
  readonly aliases?: readonly string[];
  readonly verified?: boolean;
  /** True unless said. */
  readonly withHidden?: boolean;
  /** Any of these. */
  readonly tags?: readonly string[];
  /** Ours (they begin with `$`), the project's own, or both. */
  readonly origin: 'ours' | 'custom' | 'any';
  /** Empty = seen on the latest day first. By name behind all. */
  readonly order: readonly EventDefinitionOrder[];
  readonly page: PageRequest;
}

export interface EventDefinitionOrder {
  readonly field: 'name' | 'last_seen_at' | 'last_seen_day' | 'created_at';
  readonly descending: boolean;
}

export interface EventDefinitionChanges extends Partial<Description> {
  readonly ownerId?: number | null;
}

/** Every call names the project: a definition of another one is not found. */
export interface EventDefinitionRepository {
  list(projectId: number, query: EventDefinitionListQuery): Promise<Page<EventDefinition>>;
  findById(projectId: number, id: string): Promise<EventDefinition | null>;
  /** The names among the given ones that the project has seen or described. */
  knownNames(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Null when there is one of this name. */
  create(
    by: ProjectAuthor,
    name: string,
    fields: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** Changes what is given; null when there is no such definition. */
  update(
    by: ProjectAuthor,
    id: string,
    changes: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** False when there is no such definition. Events of the name bring it back. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

const LAST_SEEN_DAY = sql`date_trunc('day', last_seen_at)`;
const LATEST_DAY_FIRST = { field: 'last_seen_day', descending: true } as const;

export function createEventDefinitionRepository({
  db,
  change,
}: ResourceDatabase): EventDefinitionRepository {
  const definitions = createOwnedRows(change, {
    name: 'event_definitions',
    history: EVENT_DEFINITION_HISTORY,
    toThing: toEventDefinition,
  });
  return {
    async list(projectId, { words, aliases, origin, order, page, ...filters }) {
      let matches = db.selectFrom('event_definitions').where('project_id', '=', projectId);
      matches = matches.where(isCalled(words, aliases)).where(isDescribed(filters));
      if (origin !== 'any') {
        matches = matches.where('name', origin === 'ours' ? 'like' : 'not like', '$%');
      }
      const by = order.length === 0 ? [LATEST_DAY_FIRST] : order;
      const terms = by.map(({ field, descending }) => {
        const value = field === 'last_seen_day' ? LAST_SEEN_DAY : sql.ref(field);
        return descending ? sql`${value} DESC NULLS LAST` : sql`${value} ASC NULLS LAST`;
      });
      const rows = matches.selectAll().orderBy(sql`${sql.join(terms)}, name`);
      return readPage(matches, rows, page, toEventDefinition);
    },

    findById: (projectId, id) => definitions.find(db, projectId, id),

    create: (by, name, fields) =>
      change(EVENT_DEFINITION_HISTORY, by, async (tx, entry) => {
        const { projectId, userId } = by;
        const row = await tx
          .insertInto('event_definitions')
          .values({
            ...columnsOf(userId, fields),
            ...(fields.verified === true && {
              verified_at: sql<Date>`now()`,
              verified_by_id: userId,
            }),
            project_id: projectId,
            name,
            created_by_id: userId,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        const result = row === undefined ? null : toEventDefinition(row);
        return { result, entries: [entry(null, result)] };
      }),

    async knownNames(projectId, names) {
      if (names.length === 0) return new Set();
      const rows = await db
        .selectFrom('event_definitions')
        .select('name')
        .where('project_id', '=', projectId)
        .where('name', 'in', names)
        .execute();
      return new Set(rows.map((row) => row.name));
    },

    update: (by, id, changes) =>
      definitions.update(by, by.projectId, id, columnsOf(by.userId, changes)),

    delete: (by, id) => definitions.delete(by, by.projectId, id),
  };
}

function columnsOf(userId: number | null, { ownerId, ...changes }: EventDefinitionChanges) {
  return { ...describe(userId, changes), ...defined({ owner_id: ownerId }) };
}
