import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';

/** Puts an insight on these live dashboards of its project, and takes it off all others. */
export async function placeInsight(
  transaction: Transaction<Schema>,
  projectId: number,
  insightId: number,
  dashboardIds: readonly number[],
): Promise<void> {
  const ids = [...dashboardIds];
  await transaction
    .updateTable('dashboard_tiles')
    .set({ deleted: true })
    .where('insight_id', '=', insightId)
    .where(sql<boolean>`dashboard_id <> ALL (${ids}::integer[])`)
    .execute();
  await sql`
    INSERT INTO dashboard_tiles (dashboard_id, insight_id)
    SELECT id, ${insightId}::integer FROM dashboards
    WHERE project_id = ${projectId} AND NOT deleted AND id = ANY (${ids}::integer[])
    ORDER BY id
    ON CONFLICT (dashboard_id, insight_id) DO UPDATE SET deleted = false`.execute(transaction);
}
