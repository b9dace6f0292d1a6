import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createInsightActionRoutes } from './insight-action-routes';
import { createInsightRoutes } from './insight-routes';

/** Routes for insights. */
export function createInsightsRoutes(
  parts: Pick<
    ApiParts,
    'config' | 'insights' | 'dashboards' | 'tiles' | 'users' | 'activities' | 'engine' | 'now'
  >,
): readonly ProjectRoute[] {
  const deps = { ...parts, maxRows: parts.config.QUERY_MAX_ROWS };
  return [
    // Before the routes of one insight: their `:id` would match these paths, too.
    ...createInsightActionRoutes(deps),
    ...createInsightRoutes(deps),
  ];
}
