import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { DASHBOARD_HISTORY } from '../dashboards/dashboard-history';
import type { NewDashboard, NewTile } from '../dashboards/insert-dashboard';
import { insertDashboard, insertTiles } from '../dashboards/insert-dashboard';
import type { FeatureFlag } from './feature-flag';
import { toFeatureFlag } from './feature-flag';
import { withRenamedFlag } from './renamed-flag';

/** Dashboards about the usage of a flag. Creating one is not a change of the flag: its version stays the same. */
export interface UsageDashboards {
  /** Creates the dashboard of a flag, in place of the current one. */
  make(flag: FeatureFlag, userId: number, dashboard: NewDashboard): Promise<FeatureFlag>;
  /** Adds insights about views of the flag's content. */
  enrich(flag: FeatureFlag, userId: number, tiles: readonly NewTile[]): Promise<void>;
}

export function createUsageDashboards({ change }: ResourceDatabase): UsageDashboards {
  return {
    make: (flag, userId, dashboard) => {
      const by = { projectId: flag.projectId, userId };
      return change(DASHBOARD_HISTORY, by, (tx) => makeUsageDashboard(tx, by, flag, dashboard));
    },

    enrich: (flag, userId, tiles) => {
      const by = { projectId: flag.projectId, userId };
      return change(DASHBOARD_HISTORY, by, async (tx) => {
        const row = await tx
          .updateTable('feature_flags')
          .set({ usage_dashboard_has_enriched_insights: true })
          .where('project_id', '=', flag.projectId)
          .where('id', '=', flag.id)
          .where('usage_dashboard_has_enriched_insights', '=', false)
          .returning('usage_dashboard_id as id')
          .executeTakeFirst();
        // Another user changed or deleted the dashboard first.
        if (row === undefined || row.id === null) return { result: undefined, entries: [] };
        return insertTiles(tx, by, row.id, tiles);
      });
    },
  };
}

export async function makeUsageDashboard(
  tx: Writer,
  by: ProjectAuthor,
  { id, projectId }: FeatureFlag,
  content: NewDashboard,
): Promise<Recorded<FeatureFlag>> {
  const dashboard = await insertDashboard(tx, by, content);
  const row = await tx
    .updateTable('feature_flags')
    .set({ usage_dashboard_id: dashboard.result.id, usage_dashboard_has_enriched_insights: false })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { result: toFeatureFlag(row), entries: dashboard.entries };
}

/** Replaces the key of a renamed flag in the insights of its usage dashboard, because they filter by key. */
export async function renameInUsage(
  transaction: Writer,
  { key, projectId, usageDashboardId }: FeatureFlag,
  oldKey: string,
): Promise<void> {
  if (usageDashboardId === null) return;
  const rows = await transaction
    .selectFrom('insights')
    .innerJoin('dashboard_tiles', 'dashboard_tiles.insight_id', 'insights.id')
    .select(['insights.id', 'insights.description', 'insights.query'])
    .where('insights.project_id', '=', projectId)
    .where('dashboard_tiles.dashboard_id', '=', usageDashboardId)
    .execute();
  for (const { id, description, query } of rows) {
    const renamed = withRenamedFlag({ description, query }, oldKey, key);
    await transaction
      .updateTable('insights')
      .set({
        description: renamed.description,
        query: renamed.query && JSON.stringify(renamed.query),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
  }
}
