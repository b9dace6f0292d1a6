import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';

/**
 * Adds an insight to these dashboards of its project, which are not deleted, and removes it from all others. False if
 * nothing changed.
 */
export async function placeInsight(
  transaction: Writer,
  projectId: number,
  insightId: number,
  dashboardIds: readonly number[],
): Promise<boolean> {
  const ids = [...dashboardIds];
  const { numUpdatedRows } = await transaction
    .updateTable('dashboard_tiles')
    .set({ deleted: true })
    .where('insight_id', '=', insightId)
    .where('deleted', '=', false)
    .where(sql<boolean>`dashboard_id <> ALL (${ids}::integer[])`)
    .executeTakeFirst();
  const { numAffectedRows } = await sql`
    INSERT INTO dashboard_tiles AS placed (dashboard_id, insight_id)
    SELECT id, ${insightId}::integer FROM dashboards
    WHERE project_id = ${projectId} AND NOT deleted AND id = ANY (${ids}::integer[])
    ORDER BY id
    ON CONFLICT (dashboard_id, insight_id) DO UPDATE SET deleted = false
      WHERE placed.deleted`.execute(transaction);
  return numUpdatedRows > 0n || Number(numAffectedRows ?? 0) > 0;
}
