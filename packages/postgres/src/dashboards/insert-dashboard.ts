import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import { insertInsight } from '../insights/insert-insight';
import type { InsightFields } from '../insights/insight';
import type { Dashboard, DashboardFields, DashboardTileFields } from './dashboard';
import { toDashboard } from './dashboard';
import { DASHBOARD_HISTORY } from './dashboard-history';
import { DASHBOARD_FIELDS, TILE_FIELDS } from './dashboard';

/** An insight to create for a dashboard, and its tile. */
export interface NewTile {
  readonly insight: Partial<InsightFields>;
  readonly tile: Partial<DashboardTileFields>;
}

/** A dashboard with new insights. */
export interface NewDashboard {
  readonly fields: Partial<DashboardFields>;
  readonly tiles: readonly NewTile[];
}

export async function insertDashboard(
  tx: Writer,
  by: ProjectAuthor,
  { fields, tiles }: NewDashboard,
): Promise<Recorded<Dashboard>> {
  const row = await tx
    .insertInto('dashboards')
    .values({
      ...DASHBOARD_FIELDS.toColumns(fields),
      project_id: by.projectId,
      created_by_id: by.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const result = toDashboard(row);
  const { entries } = await insertTiles(tx, by, result.id, tiles);
  return { result, entries: [historyEntry(DASHBOARD_HISTORY, by, null, result), ...entries] };
}

/** Creates insights and adds them to a dashboard. */
export async function insertTiles(
  tx: Writer,
  by: ProjectAuthor,
  dashboardId: number,
  tiles: readonly NewTile[],
): Promise<Recorded<void>> {
  const entries = [];
  for (const { insight, tile } of tiles) {
    const inserted = await insertInsight(tx, by, insight);
    await tx
      .insertInto('dashboard_tiles')
      .values({
        ...TILE_FIELDS.toColumns(tile),
        dashboard_id: dashboardId,
        insight_id: inserted.result.id,
      })
      .execute();
    entries.push(...inserted.entries);
  }
  return { result: undefined, entries };
}
