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
  /** Parts of the name, ignoring the letter case; the name must contain all of them. */
  readonly words: readonly string[];
  /** Names that match even if they do not contain the words. */
  readonly aliases?: readonly string[];
  readonly verified?: boolean;
  /** True by default. */
  readonly withHidden?: boolean;
  /** Definitions with any of these tags. */
  readonly tags?: readonly string[];
  /** `ours`: events of PostHog's SDKs, whose names begin with `$`; `custom`: the project's own. */
  readonly origin: 'ours' | 'custom' | 'any';
  /** By default, those seen on the latest day first. Equal rows are ordered by name. */
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

/** Stores event definitions. Every method takes the project id and does not find definitions of other projects. */
export interface EventDefinitionRepository {
  list(projectId: number, query: EventDefinitionListQuery): Promise<Page<EventDefinition>>;
  findById(projectId: number, id: string): Promise<EventDefinition | null>;
  /** Those of the given names that the project has received or defined. */
  knownNames(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Null if there is already a definition with this name. */
  create(
    by: ProjectAuthor,
    name: string,
    fields: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** Changes the given fields; null if there is no such definition. */
  update(
    by: ProjectAuthor,
    id: string,
    changes: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** Deletes a definition; a later event with its name creates it again. False if there is no such definition. */
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
