import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ActivityLogTable, Schema } from '../schema';
import type { Activity, ActivityPlace, ActivityScope } from './activity';

/** A filter of changes; absent fields do not restrict the result. */
export interface ActivityFilter {
  readonly scopes?: readonly ActivityScope[];
  readonly itemIds?: readonly string[];
  /** Only changes of the insight with this short id. */
  readonly shortId?: string;
  /** The uuids of the users who made the change. */
  readonly userUuids?: readonly string[];
  /** `created`, `updated`, … */
  readonly activities?: readonly string[];
  /** A part of the name or of the changed fields, ignoring the letter case. */
  readonly text?: string;
  /** True: only changes without a user; false: only changes of users. */
  readonly isSystem?: boolean;
  readonly from?: Date;
  /** The exclusive end of the range. */
  readonly until?: Date;
}

/** A project, an organization, or a project with what belongs to its organization. */
export type ReadPlace =
  ActivityPlace | { readonly projectId: number; readonly organizationId: string };

/** A logged change, and the short id of the insight that was changed; null for other items. */
export type ListedActivity = Activity & { readonly shortId: string | null };

export interface ActivityReader {
  /** The changes of a place that match a filter, newest first. */
  list(
    place: ReadPlace,
    query: ActivityFilter & { readonly page: PageRequest },
  ): Promise<Page<ListedActivity>>;
  /** The values of fields that occur in the changes of a place, in alphabetical order. */
  values(place: ReadPlace): Promise<ActivityValues>;
}

interface ActivityValues {
  readonly userIds: readonly number[];
  readonly scopes: readonly string[];
  readonly activities: readonly string[];
}

/** Logged item ids of insights are numbers. */
const SHORT_ID = sql<string | null>`CASE WHEN scope = 'Insight' THEN (
  SELECT short_id FROM insights
  WHERE insights.project_id = activity_log.project_id
    AND insights.id = activity_log.item_id::integer) END`;

export function createActivityReader({ db }: Database): ActivityReader {
  return {
    async list(place, { page, ...filter }) {
      const matches = db
        .selectFrom('activity_log')
        .where(isIn(place))
        .where((e) => e.and(conditions(e, filter)));
      const rows = matches
        .selectAll()
        .select(SHORT_ID.as('short_id'))
        .orderBy('created_at', 'desc')
        .orderBy('id');
      return readPage(matches, rows, page, ({ short_id: shortId, ...row }) => ({
        ...toActivity(row),
        shortId,
      }));
    },

    async values(place) {
      const row = await db
        .selectFrom('activity_log')
        .where(isIn(place))
        .select([
          sql<number[] | null>`array_agg(DISTINCT user_id) FILTER (WHERE user_id IS NOT NULL)`.as(
            'users',
          ),
          sql<string[] | null>`array_agg(DISTINCT scope)`.as('scopes'),
          sql<string[] | null>`array_agg(DISTINCT activity)`.as('activities'),
        ])
        .executeTakeFirstOrThrow();
      return {
        userIds: row.users ?? [],
        scopes: row.scopes ?? [],
        activities: row.activities ?? [],
      };
    },
  };
}

function isIn({ projectId, organizationId }: ReadPlace) {
  if (projectId === undefined) return sql<boolean>`organization_id = ${organizationId}`;
  if (organizationId === undefined) return sql<boolean>`project_id = ${projectId}`;
  return sql<boolean>`(project_id = ${projectId}
    OR (project_id IS NULL AND organization_id = ${organizationId}))`;
}

function conditions(
  e: ExpressionBuilder<Schema, 'activity_log'>,
  filter: ActivityFilter,
): Expression<SqlBool>[] {
  const { scopes, itemIds, shortId, userUuids, activities, text, isSystem, from, until } = filter;
  const pattern = text === undefined ? '' : likePattern(text);
  return [
    ...(scopes === undefined ? [] : [e('scope', 'in', scopes)]),
    ...(itemIds === undefined ? [] : [sql<boolean>`item_id = ANY (${itemIds}::text[])`]),
    ...(shortId === undefined ? [] : [sql<boolean>`${SHORT_ID} = ${shortId}`]),
    ...(userUuids === undefined
      ? []
      : [
          sql<boolean>`user_id IN (SELECT users.id FROM users WHERE uuid = ANY (${userUuids}::uuid[]))`,
        ]),
    ...(activities === undefined ? [] : [sql<boolean>`activity = ANY (${activities}::text[])`]),
    ...(text === undefined ? [] : [sql<boolean>`detail::text ILIKE ${pattern}`]),
    ...(isSystem === undefined ? [] : [e('user_id', isSystem ? 'is' : 'is not', null)]),
    ...(from === undefined ? [] : [e('created_at', '>=', from)]),
    ...(until === undefined ? [] : [e('created_at', '<', until)]),
  ];
}

function toActivity(row: Selectable<ActivityLogTable>): Activity {
  return {
    id: row.id,
    userId: row.user_id,
    scope: row.scope as ActivityScope,
    itemId: row.item_id,
    activity: row.activity,
    detail: row.detail,
    createdAt: row.created_at,
  };
}
