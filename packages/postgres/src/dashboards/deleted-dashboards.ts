import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';

/** Deletes the tiles of a dashboard that is being deleted, and optionally its insights. */
export async function forgetDashboard(
  transaction: Writer,
  id: number,
  deletesInsights: boolean,
): Promise<void> {
  if (deletesInsights) {
    await sql`
      UPDATE insights i SET deleted = true, updated_at = now()
      FROM dashboard_tiles t
      WHERE t.dashboard_id = ${id} AND t.insight_id = i.id AND NOT t.deleted AND NOT EXISTS (
        SELECT FROM dashboard_tiles other
        WHERE other.insight_id = i.id AND other.dashboard_id <> ${id} AND NOT other.deleted)`.execute(
      transaction,
    );
  }
  await transaction
    .updateTable('dashboard_tiles')
    .set({ deleted: true })
    .where('dashboard_id', '=', id)
    .execute();
}

/** Restores all tiles that were ever on a dashboard, including deleted insights, as in PostHog. */
export async function restoreTiles(transaction: Writer, id: number): Promise<void> {
  await transaction
    .updateTable('dashboard_tiles')
    .set({ deleted: false })
    .where('dashboard_id', '=', id)
    .execute();
  await sql`
    UPDATE insights SET deleted = false, updated_at = now()
    WHERE deleted AND id IN (SELECT insight_id FROM dashboard_tiles WHERE dashboard_id = ${id})`.execute(
    transaction,
  );
}
