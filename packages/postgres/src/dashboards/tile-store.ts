import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Insight } from '../insights/insight';
import { toInsight } from '../insights/insight';
import type { Dashboard, DashboardTile } from './dashboard';
import { toTile } from './dashboard';
import { DASHBOARD_HISTORY, tilesChange } from './dashboard-history';

/** The tiles of dashboards. Every method takes the project id. */
export interface DashboardTileStore {
  /** The tiles of a dashboard with their insights, by id; deleted tiles and tiles of deleted insights are left out. */
  listOf(projectId: number, dashboardId: number): Promise<readonly PlacedTile[]>;
  /** The tiles of these insights on dashboards that are not deleted, by id. */
  listPlaces(projectId: number, insightIds: readonly number[]): Promise<readonly DashboardTile[]>;
  /** Moves a tile to another dashboard, replacing a tile with the same insight; false if there is no such tile. */
  move(by: ProjectAuthor, tileId: number, from: Dashboard, to: Dashboard): Promise<boolean>;
  /** Copies a tile; false if its insight is already on the other dashboard. */
  copy(by: ProjectAuthor, tileId: number, from: Dashboard, to: Dashboard): Promise<boolean>;
}

export interface PlacedTile {
  readonly tile: DashboardTile;
  /** Null if the tile contains a text. */
  readonly insight: Insight | null;
}

export function createDashboardTileStore({ db, change }: ResourceDatabase): DashboardTileStore {
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
        .where(
          sql<boolean>`id = ANY (${tiles.flatMap((tile) => tile.insight_id ?? [])}::integer[])`,
        )
        .execute();
      const byId = new Map(insights.map((row) => [row.id, toInsight(row)]));
      return tiles.flatMap((row): PlacedTile[] => {
        if (row.insight_id === null) return [{ tile: toTile(row), insight: null }];
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

    move: (by, tileId, from, to) =>
      change(DASHBOARD_HISTORY, by, async (transaction, entry) => {
        const tile = await transaction
          .selectFrom('dashboard_tiles')
          .innerJoin('dashboards', 'dashboards.id', 'dashboard_tiles.dashboard_id')
          .select(['dashboard_tiles.id', 'dashboard_tiles.insight_id'])
          .where('dashboards.project_id', '=', by.projectId)
          .where('dashboards.id', '=', from.id)
          .where('dashboard_tiles.id', '=', tileId)
          .where('dashboard_tiles.deleted', '=', false)
          .forUpdate('dashboard_tiles')
          .executeTakeFirst();
        if (tile === undefined) return { result: false, entries: [] };
        if (tile.insight_id !== null) {
          await transaction
            .deleteFrom('dashboard_tiles')
            .where('dashboard_id', '=', to.id)
            .where('insight_id', '=', tile.insight_id)
            .where('id', '<>', tile.id)
            .execute();
        }
        await transaction
          .updateTable('dashboard_tiles')
          .set({ dashboard_id: to.id })
          .where('id', '=', tile.id)
          .execute();
        const details = { changes: [tilesChange([tileId])] };
        const entries = [from, to].map((board) => entry(board, board, details));
        return { result: true, entries };
      }),

    copy: (by, tileId, from, to) =>
      change(DASHBOARD_HISTORY, by, async (tx, entry) => {
        const { numAffectedRows } = await sql`
        INSERT INTO dashboard_tiles AS placed (dashboard_id, insight_id, text_body, layouts,
          color, filters_overrides, show_description, transparent_background)
        SELECT ${to.id}::integer, t.insight_id, t.text_body, t.layouts, t.color, t.filters_overrides,
          t.show_description, t.transparent_background
        FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id
        WHERE t.id = ${tileId} AND d.id = ${from.id} AND d.project_id = ${by.projectId} AND NOT t.deleted
        ON CONFLICT (dashboard_id, insight_id) DO UPDATE
          SET deleted = false, layouts = excluded.layouts, color = excluded.color,
            filters_overrides = excluded.filters_overrides
          WHERE placed.deleted`.execute(tx);
        if (Number(numAffectedRows ?? 0) === 0) return { result: false, entries: [] };
        const details = { changes: [tilesChange([tileId])] };
        return { result: true, entries: [entry(to, to, details)] };
      }),
  };
}
