import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ActivityLogTable, Schema } from '../schema';
import type { Activity, ActivityPlace, ActivityScope } from './activity';

/** A filter of changes; absent fields do not restrict the result. */
export interface ActivityFilter {
  readonly scopes?: readonly ActivityScope[];
  readonly itemId?: string;
  /** The uuid of the user who made the change. */
  readonly userUuid?: string;
  readonly from?: Date;
  /** The exclusive end of the range. */
  readonly until?: Date;
}

export interface ActivityReader {
  /** The changes of a project or organization that match a filter, newest first. */
  list(
    place: ActivityPlace,
    query: ActivityFilter & { readonly page: PageRequest },
  ): Promise<Page<Activity>>;
}

export function createActivityReader({ db }: Database): ActivityReader {
  return {
    async list(place, { page, ...filter }) {
      const matches = db
        .selectFrom('activity_log')
        .where(
          place.projectId === undefined ? 'organization_id' : 'project_id',
          '=',
          place.projectId ?? place.organizationId,
        )
        .where((e) => e.and(conditions(e, filter)));
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toActivity);
    },
  };
}

function conditions(
  e: ExpressionBuilder<Schema, 'activity_log'>,
  { scopes, itemId, userUuid, from, until }: ActivityFilter,
) {
  return [
    ...(scopes === undefined ? [] : [e('scope', 'in', scopes)]),
    ...(itemId === undefined ? [] : [e('item_id', '=', itemId)]),
    ...(userUuid === undefined
      ? []
      : [
          e('user_id', 'in', e.selectFrom('users').select('users.id').where('uuid', '=', userUuid)),
        ]),
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
