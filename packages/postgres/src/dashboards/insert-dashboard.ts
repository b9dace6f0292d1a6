import type { Transaction } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import { insertInsight } from '../insights/insert-insight';
import type { InsightFields } from '../insights/insight';
import type { Schema } from '../schema';
import type { Dashboard, DashboardFields, DashboardTileFields } from './dashboard';
import { toDashboard } from './dashboard';
import { dashboardActivity } from './dashboard-activity';
import { dashboardColumns, tileColumns } from './dashboard-columns';

/** An insight that is made for a dashboard, and how it lies there. */
export interface NewTile {
  readonly insight: Partial<InsightFields>;
  readonly tile: Partial<DashboardTileFields>;
}

/** A dashboard with insights of its own. */
export interface NewDashboard {
  readonly fields: Partial<DashboardFields>;
  readonly tiles: readonly NewTile[];
}

export async function insertDashboard(
  transaction: Transaction<Schema>,
  projectId: number,
  userId: number,
  { fields, tiles }: NewDashboard,
): Promise<Dashboard> {
  const row = await transaction
    .insertInto('dashboards')
    .values({ ...dashboardColumns(fields), project_id: projectId, created_by_id: userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  const dashboard = toDashboard(row);
  await logActivity(transaction, dashboardActivity(userId, null, dashboard));
  await insertTiles(transaction, dashboard, userId, tiles);
  return dashboard;
}

/** Makes insights and puts them on a dashboard. */
export async function insertTiles(
  transaction: Transaction<Schema>,
  { id, projectId }: Pick<Dashboard, 'id' | 'projectId'>,
  userId: number,
  tiles: readonly NewTile[],
): Promise<void> {
  for (const { insight, tile } of tiles) {
    const { id: insightId } = await insertInsight(transaction, projectId, userId, insight);
    await transaction
      .insertInto('dashboard_tiles')
      .values({ ...tileColumns(tile), dashboard_id: id, insight_id: insightId })
      .execute();
  }
}
