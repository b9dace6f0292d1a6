import type { Selectable } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ActivityLogTable } from '../schema';
import type { Activity, ActivityPlace, ActivityScope } from './activity';

export interface ActivityReader {
  /** Changes in a place: all, of one kind of thing, or of one thing; newest first. */
  list(
    place: ActivityPlace,
    query: {
      readonly scope?: ActivityScope;
      readonly itemId?: string;
      readonly page: PageRequest;
    },
  ): Promise<Page<Activity>>;
}

export function createActivityReader({ db }: Database): ActivityReader {
  return {
    async list(place, { scope, itemId, page }) {
      const matches = db
        .selectFrom('activity_log')
        .where(
          place.projectId === undefined ? 'organization_id' : 'project_id',
          '=',
          place.projectId ?? place.organizationId,
        )
        .$if(scope !== undefined, (q) => q.where('scope', '=', scope ?? ''))
        .$if(itemId !== undefined, (q) => q.where('item_id', '=', itemId ?? ''));
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toActivity);
    },
  };
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
