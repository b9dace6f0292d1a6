import { sql } from 'kysely';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page } from '../page';
import type { Dashboard, DashboardFields } from './dashboard';
import { toDashboard } from './dashboard';
import { DASHBOARD_HISTORY, tilesChange } from './dashboard-history';
import type { DashboardListQuery } from './dashboard-list';
import { listDashboards } from './dashboard-list';
import { forgetDashboard, restoreTiles } from './deleted-dashboards';
import type { NewDashboard } from './insert-dashboard';
import { insertDashboard } from './insert-dashboard';
import type { TileChange } from './tiles';
import { changeTiles } from './tiles';
import { DASHBOARD_FIELDS } from './dashboard';

/**
 * Stores the dashboards of projects. Every method takes the project id and does not find dashboards of other
 * projects. Every change is also written to the activity log, in the same transaction.
 */
export interface DashboardRepository {
  list(projectId: number, query: DashboardListQuery): Promise<Page<Dashboard>>;
  /** Finds a dashboard that is not deleted. */
  find(projectId: number, id: number): Promise<Dashboard | null>;
  /** The given dashboards that are not deleted, by id. */
  findMany(projectId: number, ids: readonly number[]): Promise<readonly Dashboard[]>;
  /** Returns the dashboard, unless it is deleted, and records that it was viewed now. */
  visit(projectId: number, id: number): Promise<Dashboard | null>;
  create(projectId: number, userId: number, dashboard: NewDashboard): Promise<Dashboard>;
  /** Creates a dashboard with the insights, texts and layout of another one. */
  duplicate(
    projectId: number,
    userId: number,
    fields: Partial<DashboardFields>,
    sourceId: number,
  ): Promise<Dashboard>;
  /**
   * Changes the given fields. A deleted dashboard is only found if the change restores it; null if there is none.
   * Deleting a dashboard also deletes its tiles and, with `deletesInsights`, the insights that are on no other
   * dashboard.
   * @throws UnknownTileError without any change
   */
  update(
    projectId: number,
    userId: number,
    id: number,
    change: DashboardChange,
  ): Promise<Dashboard | null>;
}

export interface DashboardChange {
  readonly fields: Partial<DashboardFields>;
  readonly tiles: readonly TileChange[];
  readonly deletesInsights: boolean;
  /** Returns the new tags from the current ones. */
  readonly tagsOf?: (held: readonly string[]) => readonly string[];
}

export function createDashboardRepository(database: ResourceDatabase): DashboardRepository {
  const { db, change, unrecorded } = database;
  const live = (projectId: number) =>
    db
      .selectFrom('dashboards')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('deleted', '=', false);
  return {
    list: (projectId, query) => listDashboards(db, projectId, query),

    async find(projectId, id) {
      const row = await live(projectId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toDashboard(row);
    },

    async findMany(projectId, ids) {
      const rows = await live(projectId)
        .where(sql<boolean>`id = ANY (${[...ids]}::integer[])`)
        .orderBy('id')
        .execute();
      return rows.map(toDashboard);
    },

    async visit(projectId, id) {
      const row = await unrecorded
        .updateTable('dashboards')
        .set({ last_accessed_at: sql<Date>`now()` })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('deleted', '=', false)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toDashboard(row);
    },

    create: (projectId, userId, dashboard) =>
      change(DASHBOARD_HISTORY, { projectId, userId }, (tx) =>
        insertDashboard(tx, { projectId, userId }, dashboard),
      ),

    duplicate: (projectId, userId, fields, sourceId) =>
      change(DASHBOARD_HISTORY, { projectId, userId }, async (tx) => {
        const by = { projectId, userId };
        const inserted = await insertDashboard(tx, by, { fields, tiles: [] });
        await sql`
          INSERT INTO dashboard_tiles (dashboard_id, insight_id, text_body, layouts, color,
            filters_overrides, show_description, transparent_background)
          SELECT ${inserted.result.id}::integer, t.insight_id, t.text_body, t.layouts, t.color,
            t.filters_overrides, t.show_description, t.transparent_background
          FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id
          LEFT JOIN insights i ON i.id = t.insight_id
          WHERE d.id = ${sourceId} AND d.project_id = ${projectId} AND NOT t.deleted
            AND (t.insight_id IS NULL OR NOT i.deleted)
          ORDER BY t.id`.execute(tx);
        return inserted;
      }),

    update: (projectId, userId, id, { fields, tiles, deletesInsights, tagsOf }) =>
      change(DASHBOARD_HISTORY, { projectId, userId }, async (transaction, entry) => {
        const row = await transaction
          .selectFrom('dashboards')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .$if(fields.deleted !== false, (q) => q.where('deleted', '=', false))
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return { result: null, entries: [] };
        const before = toDashboard(row);
        if (before.deleted && fields.deleted === false) await restoreTiles(transaction, id);
        if (fields.deleted === true) await forgetDashboard(transaction, id, deletesInsights);
        const changed = await transaction
          .updateTable('dashboards')
          .set({
            ...DASHBOARD_FIELDS.toColumns({
              ...fields,
              ...(tagsOf !== undefined && { tags: tagsOf(before.tags) }),
            }),
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const after = toDashboard(changed);
        const touched = await changeTiles(transaction, id, tiles);
        const changes = touched.length === 0 ? [] : [tilesChange(touched)];
        return { result: after, entries: [entry(before, after, { changes })] };
      }),
  };
}
