import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import type { Schema } from '../schema';
import type { Action } from './action';
import { toAction } from './action';

export type ActionOrderField = 'name' | 'created_at' | 'pinned_at' | 'created_by';

export interface ActionListQuery {
  /** A part of the name; the letter case is ignored. */
  readonly search?: string;
  readonly createdByIds?: readonly number[];
  /** Actions with any of these tags, compared as stored. */
  readonly tags?: readonly string[];
  /** Null: by time of the last calculation, newest first. */
  readonly order: { readonly field: ActionOrderField; readonly descending: boolean } | null;
  readonly page: PageRequest;
}

type Matches = SelectQueryBuilder<Schema, 'actions' | 'users', object>;

/** The project's actions that are not deleted; equal rows are ordered by name and id. */
export async function listActions(
  db: Reader,
  projectId: number,
  query: ActionListQuery,
): Promise<Page<Action>> {
  const { search, createdByIds, tags, page } = query;
  const matches: Matches = db
    .selectFrom('actions')
    .leftJoin('users', 'users.id', 'actions.created_by_id')
    .where('actions.project_id', '=', projectId)
    .where('actions.deleted', '=', false)
    .$if(search !== undefined, (q) => q.where('actions.name', 'ilike', likePattern(search ?? '')))
    .$if(createdByIds !== undefined, (q) =>
      q.where(sql<boolean>`actions.created_by_id = ANY (${createdByIds ?? []}::integer[])`),
    )
    .$if(tags !== undefined, (q) => q.where(sql<boolean>`actions.tags && ${tags ?? []}::text[]`));

  const { count } = await matches
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ordered(matches, query.order)
    .selectAll('actions')
    .offset(page.offset)
    .$if(page.limit !== null, (q) => q.limit(page.limit))
    .execute();
  return { count, rows: rows.map(toAction) };
}

function ordered(matches: Matches, order: ActionListQuery['order']): Matches {
  const direction = order?.descending === true ? 'desc' : 'asc';
  const first =
    order === null
      ? matches.orderBy('actions.last_calculated_at', 'desc')
      : order.field === 'created_by'
        ? matches.orderBy('users.first_name', direction).orderBy('users.last_name', direction)
        : matches.orderBy(`actions.${order.field}`, direction);
  return first.orderBy('actions.name').orderBy('actions.id');
}
