import type { Database } from '../database';

/** The names of a project's group types with their indexes (0…4). */
export async function findGroupTypes(
  { db }: Database,
  projectId: number,
): Promise<readonly { readonly name: string; readonly index: number }[]> {
  return await db
    .selectFrom('group_types')
    .select(['group_type as name', 'group_type_index as index'])
    .where('project_id', '=', projectId)
    .orderBy('group_type_index')
    .execute();
}
