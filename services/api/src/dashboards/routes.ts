import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createDashboardRoutes } from './dashboard-routes';
import { createDashboardTileRoutes } from './tile-routes';

/** Everything about dashboards. */
export function createDashboardsRoutes(
  parts: Pick<ApiParts, 'config' | 'dashboards' | 'tiles' | 'insights' | 'users' | 'engine'>,
): readonly ProjectRoute[] {
  const deps = { ...parts, maxRows: parts.config.QUERY_MAX_ROWS };
  return [...createDashboardTileRoutes(deps), ...createDashboardRoutes(deps)];
}
