import type { Database } from '../database';

/** A type of groups with its number, 0 to 4. */
export interface NumberedGroupType {
  readonly name: string;
  readonly index: number;
}

/**
 * Creates types of groups with these numbers before ingestion gives them others. A type that exists, or whose number is
 * used by another type, is not changed.
 */
export async function claimGroupTypes(
  { db }: Database,
  projectId: number,
  types: readonly NumberedGroupType[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .insertInto('group_types')
    .values(
      types.map(({ name, index }) => ({
        ...{ project_id: projectId, group_type: name, group_type_index: index },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
