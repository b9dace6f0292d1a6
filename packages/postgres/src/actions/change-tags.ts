import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Action } from './action';
import { toAction } from './action';
import { ACTION_HISTORY } from './action-history';

/** Changes the tags of many actions that are not deleted in one transaction; returns the existing ones by id. */
export async function changeTags(
  { change }: ResourceDatabase,
  by: ProjectAuthor,
  ids: readonly number[],
  tagsOf: (tags: readonly string[]) => readonly string[],
): Promise<readonly Action[]> {
  return change(ACTION_HISTORY, by, async (tx, entry) => {
    const rows = await tx
      .selectFrom('actions')
      .selectAll()
      .where('project_id', '=', by.projectId)
      .where('deleted', '=', false)
      .where(sql<boolean>`id = ANY (${ids}::integer[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const changes = rows.map(toAction).map((before) => {
      const after = { ...before, tags: tagsOf(before.tags) };
      return { after, made: entry(before, after) };
    });
    for (const { after, made } of changes) {
      if (made === null) continue;
      await tx
        .updateTable('actions')
        .set({ tags: [...after.tags], updated_at: sql<Date>`now()` })
        .where('project_id', '=', by.projectId)
        .where('id', '=', after.id)
        .execute();
    }
    return { result: changes.map(({ after }) => after), entries: changes.map(({ made }) => made) };
  });
}
