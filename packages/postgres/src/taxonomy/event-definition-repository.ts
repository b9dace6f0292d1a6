import { sql } from 'kysely';
import type { Database } from '../database';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import type { Description, EventDefinition } from './definition';
import { toEventDefinition } from './definition';
import { describe } from './describe';

export interface EventDefinitionListQuery {
  /** Substrings of the name, any case; all of them. */
  readonly words: readonly string[];
  /** Ours (they begin with `$`), the project's own, or both. */
  readonly origin: 'ours' | 'custom' | 'any';
  /** Null = seen on the latest day first, then by name. */
  readonly order: {
    readonly field: 'name' | 'last_seen_at' | 'created_at';
    readonly descending: boolean;
  } | null;
  readonly page: PageRequest;
}

/** Every call names the project: a definition of another one is not found. */
export interface EventDefinitionRepository {
  list(projectId: number, query: EventDefinitionListQuery): Promise<Page<EventDefinition>>;
  findById(projectId: number, id: string): Promise<EventDefinition | null>;
  /** Changes what is given; null when there is no such definition. */
  update(
    projectId: number,
    userId: number,
    id: string,
    changes: Partial<Description>,
  ): Promise<EventDefinition | null>;
}

export function createEventDefinitionRepository({ db }: Database): EventDefinitionRepository {
  return {
    async list(projectId, { words, origin, order, page }) {
      let matches = db.selectFrom('event_definitions').where('project_id', '=', projectId);
      for (const word of words) matches = matches.where('name', 'ilike', likePattern(word));
      if (origin !== 'any') {
        matches = matches.where('name', origin === 'ours' ? 'like' : 'not like', '$%');
      }
      const { count } = await matches
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const direction = order?.descending === true ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`;
      const first =
        order === null
          ? sql`date_trunc('day', last_seen_at) DESC NULLS LAST`
          : sql`${sql.ref(order.field)} ${direction}`;
      const rows = await matches
        .selectAll()
        .orderBy(sql`${first}, name`)
        .offset(page.offset)
        .$if(page.limit !== null, (q) => q.limit(page.limit))
        .execute();
      return { count, rows: rows.map(toEventDefinition) };
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

    async update(projectId, userId, id, changes) {
      const row = await db
        .updateTable('event_definitions')
        .set(describe(userId, changes))
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toEventDefinition(row);
    },
  };
}
