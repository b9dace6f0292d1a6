import type { Selectable } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ActivityLogTable } from '../schema';
import type { Activity, ActivityScope } from './activity';

export interface ActivityReader {
  /** Changes of one kind of thing, or of one thing, newest first. */
  list(
    projectId: number,
    query: {
      readonly scope: ActivityScope;
      readonly itemId?: string;
      readonly page: PageRequest;
    },
  ): Promise<Page<Activity>>;
}

export function createActivityReader({ db }: Database): ActivityReader {
  return {
    async list(projectId, { scope, itemId, page }) {
      const matches = db
        .selectFrom('activity_log')
        .where('project_id', '=', projectId)
        .where('scope', '=', scope)
        .$if(itemId !== undefined, (q) => q.where('item_id', '=', itemId ?? ''));
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toActivity);
    },
  };
}

function toActivity(row: Selectable<ActivityLogTable>): Activity {
  return {
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    scope: row.scope as ActivityScope,
    itemId: row.item_id,
    activity: row.activity,
    detail: row.detail,
    createdAt: row.created_at,
  };
}
