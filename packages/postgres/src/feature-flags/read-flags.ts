import type { Reader } from '../activity-log/unit-of-work';
import type { FeatureFlag } from './feature-flag';
import { toFeatureFlag } from './feature-flag';

/** The flags that are not deleted, ordered by id. */
export async function selectLiveFlags(
  db: Reader,
  projectId: number,
): Promise<readonly FeatureFlag[]> {
  const rows = await db
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(toFeatureFlag);
}

/** Also finds deleted flags. */
export async function selectFlag(
  db: Reader,
  projectId: number,
  id: number,
): Promise<FeatureFlag | null> {
  const row = await db
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toFeatureFlag(row);
}

/** The flags with these ids, including deleted ones. */
export async function selectFlags(
  db: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FeatureFlag>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, toFeatureFlag(row)]));
}
