import { sql } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import type { Database } from '../database';
import type { Action } from './action';
import { toAction } from './action';
import { actionActivity } from './action-activity';

/** Changes the tags of many live actions in one transaction; answers those there are, by id. */
export async function changeTags(
  { db }: Database,
  request: {
    readonly projectId: number;
    readonly userId: number;
    readonly ids: readonly number[];
    readonly change: (tags: readonly string[]) => readonly string[];
  },
): Promise<readonly Action[]> {
  const { projectId, userId, ids, change } = request;
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('actions')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('deleted', '=', false)
      .where(sql<boolean>`id = ANY (${ids}::integer[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const changed: Action[] = [];
    for (const before of rows.map(toAction)) {
      const after = { ...before, tags: change(before.tags) };
      const activity = actionActivity(userId, before, after);
      if (activity.detail.changes.length > 0) {
        await transaction
          .updateTable('actions')
          .set({ tags: [...after.tags], updated_at: sql<Date>`now()` })
          .where('project_id', '=', projectId)
          .where('id', '=', before.id)
          .execute();
        await logActivity(transaction, activity);
      }
      changed.push(after);
    }
    return changed;
  });
}
