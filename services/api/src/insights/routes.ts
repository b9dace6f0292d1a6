import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createInsightActionRoutes } from './insight-action-routes';
import { createInsightRoutes } from './insight-routes';

/** Everything about insights. */
export function createInsightsRoutes(
  parts: Pick<
    ApiParts,
    'config' | 'insights' | 'dashboards' | 'tiles' | 'users' | 'activities' | 'engine' | 'now'
  >,
): readonly ProjectRoute[] {
  const deps = { ...parts, maxRows: parts.config.QUERY_MAX_ROWS };
  return [
    // Before the routes of one insight, whose id would take their names.
    ...createInsightActionRoutes(deps),
    ...createInsightRoutes(deps),
  ];
}
