import { sql } from 'kysely';
import type { Database } from '../database';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Description, EventDefinition } from './definition';
import { toEventDefinition } from './definition';
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
  /** Null when there is one of this name. */
  create(
    projectId: number,
    userId: number,
    name: string,
    fields: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** Changes what is given; null when there is no such definition. */
  update(
    projectId: number,
    userId: number,
    id: string,
    changes: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** False when there is no such definition. Events of the name bring it back. */
  delete(projectId: number, id: string): Promise<boolean>;
}

const LAST_SEEN_DAY = sql`date_trunc('day', last_seen_at)`;
const LATEST_DAY_FIRST = { field: 'last_seen_day', descending: true } as const;

export function createEventDefinitionRepository({ db }: Database): EventDefinitionRepository {
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

    async findById(projectId, id) {
      const row = await db
        .selectFrom('event_definitions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toEventDefinition(row);
    },

    async create(projectId, userId, name, fields) {
      const row = await db
        .insertInto('event_definitions')
        .values({ project_id: projectId, name, created_by_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row === undefined ? null : this.update(projectId, userId, row.id, fields);
    },

    async delete(projectId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('event_definitions')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async update(projectId, userId, id, changes) {
      const row = await db
        .updateTable('event_definitions')
        .set({ ...describe(userId, changes), ...defined({ owner_id: changes.ownerId }) })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toEventDefinition(row);
    },
  };
}
