import { sql } from 'kysely';
import type { Database } from '../database';
import { inTransaction } from '../database';
import type { Insight } from '../insights/insight';
import { toInsight } from '../insights/insight';
import type { DashboardTile } from './dashboard';
import { toTile } from './dashboard';

/** What lies on dashboards. Every call names the project. */
export interface DashboardTileStore {
  /** Live tiles of a live dashboard with their insights, by id. */
  listOf(projectId: number, dashboardId: number): Promise<readonly PlacedInsight[]>;
  /** Live tiles of these insights on live dashboards, by id. */
  listPlaces(projectId: number, insightIds: readonly number[]): Promise<readonly DashboardTile[]>;
  /** Moves a tile to another dashboard, in place of one with the same insight; false when it is not there. */
  move(projectId: number, tileId: number, from: number, to: number): Promise<boolean>;
  /** Copies a tile; false when its insight is on the other dashboard already. */
  copy(projectId: number, tileId: number, from: number, to: number): Promise<boolean>;
}

export interface PlacedInsight {
  readonly tile: DashboardTile;
  readonly insight: Insight;
}

export function createDashboardTileStore({ db }: Database): DashboardTileStore {
  const live = (projectId: number) =>
    db
      .selectFrom('dashboard_tiles')
      .innerJoin('dashboards', 'dashboards.id', 'dashboard_tiles.dashboard_id')
      .where('dashboards.project_id', '=', projectId)
      .where('dashboards.deleted', '=', false)
      .where('dashboard_tiles.deleted', '=', false)
      .orderBy('dashboard_tiles.id');
  return {
    async listOf(projectId, dashboardId) {
      const tiles = await live(projectId)
        .selectAll('dashboard_tiles')
        .where('dashboard_tiles.dashboard_id', '=', dashboardId)
        .execute();
      const insights = await db
        .selectFrom('insights')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .where(sql<boolean>`id = ANY (${tiles.map((tile) => tile.insight_id)}::integer[])`)
        .execute();
      const byId = new Map(insights.map((row) => [row.id, toInsight(row)]));
      return tiles.flatMap((row) => {
        const insight = byId.get(row.insight_id);
        return insight === undefined ? [] : [{ tile: toTile(row), insight }];
      });
    },

    async listPlaces(projectId, insightIds) {
      const rows = await live(projectId)
        .selectAll('dashboard_tiles')
        .where(sql<boolean>`dashboard_tiles.insight_id = ANY (${[...insightIds]}::integer[])`)
        .execute();
      return rows.map(toTile);
    },

    move: (projectId, tileId, from, to) =>
      inTransaction(db, async (transaction) => {
        const tile = await transaction
          .selectFrom('dashboard_tiles')
          .innerJoin('dashboards', 'dashboards.id', 'dashboard_tiles.dashboard_id')
          .select(['dashboard_tiles.id', 'dashboard_tiles.insight_id'])
          .where('dashboards.project_id', '=', projectId)
          .where('dashboards.id', '=', from)
          .where('dashboard_tiles.id', '=', tileId)
          .where('dashboard_tiles.deleted', '=', false)
          .forUpdate('dashboard_tiles')
          .executeTakeFirst();
        if (tile === undefined) return false;
        await transaction
          .deleteFrom('dashboard_tiles')
          .where('dashboard_id', '=', to)
          .where('insight_id', '=', tile.insight_id)
          .where('id', '<>', tile.id)
          .execute();
        await transaction
          .updateTable('dashboard_tiles')
          .set({ dashboard_id: to })
          .where('id', '=', tile.id)
          .execute();
        return true;
      }),

    async copy(projectId, tileId, from, to) {
      const { numAffectedRows } = await sql`
        INSERT INTO dashboard_tiles AS placed (dashboard_id, insight_id, layouts, color,
          filters_overrides, show_description, transparent_background)
        SELECT ${to}::integer, t.insight_id, t.layouts, t.color, t.filters_overrides,
          t.show_description, t.transparent_background
        FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id
        WHERE t.id = ${tileId} AND d.id = ${from} AND d.project_id = ${projectId} AND NOT t.deleted
        ON CONFLICT (dashboard_id, insight_id) DO UPDATE
          SET deleted = false, layouts = excluded.layouts, color = excluded.color,
            filters_overrides = excluded.filters_overrides
          WHERE placed.deleted`.execute(db);
      return Number(numAffectedRows ?? 0) > 0;
    },
  };
}
