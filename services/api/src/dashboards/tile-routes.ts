import {
  dashboardSchema,
  tileCopySchema,
  tileMoveSchema,
  tileOrderSchema,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import { UnknownTileError } from '@tidemark/postgres';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { resultQuery } from './dashboard-routes';
import type { DashboardRouteDeps } from './deps';
import { DETAIL, params, WRITE } from './deps';
import { showDashboard } from './show-dashboard';
import { gridLayouts } from './tile-layout';

/** Routes for the tiles of a dashboard. Each returns the dashboard of the path. */
export function createDashboardTileRoutes(deps: DashboardRouteDeps): readonly ProjectRoute[] {
  const { dashboards, tiles } = deps;
  const common = { access: WRITE, params, query: resultQuery, response: dashboardSchema };
  const move = (method: 'PATCH' | 'POST', name: string): ProjectRoute =>
    projectRoute({
      ...common,
      name,
      summary: 'Move a tile to another dashboard',
      method,
      path: `${DETAIL}move_tile/`,
      body: tileMoveSchema,
      async handle({ caller, params: { id }, body, url, signal }) {
        const { project } = caller;
        const from = found(await dashboards.find(project.id, id));
        const to = found(await dashboards.find(project.id, body.toDashboard));
        const moved = await tiles.move(inProject(caller), body.tile.id, from, to);
        if (!moved) throw notFound();
        return showDashboard(deps, caller, from, url.searchParams, signal);
      },
    });
  return [
    projectRoute({
      ...common,
      name: 'dashboards_reorder_tiles_create',
      summary: 'Arrange tiles in two columns, in a new order',
      method: 'POST',
      path: `${DETAIL}reorder_tiles/`,
      body: tileOrderSchema,
      async handle({ caller, params: { id }, body, url, signal }) {
        const { project, user } = caller;
        const { tile_order: order } = body;
        if (new Set(order).size < order.length) {
          const detail = 'tile_order must contain unique tile IDs';
          throw validationError('invalid_input', detail, 'tile_order');
        }
        const laid = order.map((tileId, index) => ({
          id: tileId,
          fields: { layouts: gridLayouts(index) },
        }));
        try {
          const change = { fields: {}, tiles: laid, deletesInsights: false };
          const dashboard = found(await dashboards.update(project.id, user.id, id, change));
          return await showDashboard(deps, caller, dashboard, url.searchParams, signal);
        } catch (error) {
          if (!(error instanceof UnknownTileError)) throw error;
          throw notFound(`Tile IDs not found on this dashboard: [${error.tileId}]`);
        }
      },
    }),
    move('PATCH', 'dashboards_move_tile_partial_update'),
    // PostHog accepts both methods.
    move('POST', 'dashboards_move_tile_create'),
    projectRoute({
      ...common,
      name: 'dashboards_copy_tile_create',
      summary: 'Copy a tile from another dashboard',
      method: 'POST',
      path: `${DETAIL}copy_tile/`,
      body: tileCopySchema,
      async handle({ caller, params: { id }, body, url, signal }) {
        const { project } = caller;
        const to = found(await dashboards.find(project.id, id));
        if (body.fromDashboardId === to.id) {
          const detail = 'Destination must be a different dashboard than the source.';
          throw validationError('invalid_input', detail);
        }
        const from = found(await dashboards.find(project.id, body.fromDashboardId));
        const placed = await tiles.listOf(project.id, from.id);
        const source = found(placed.find(({ tile }) => tile.id === body.tileId));
        if (!(await tiles.copy(inProject(caller), source.tile.id, from, to))) {
          const detail = 'This insight is already on the destination dashboard.';
          throw validationError('invalid_input', detail);
        }
        return showDashboard(deps, caller, to, url.searchParams, signal);
      },
    }),
  ];
}
