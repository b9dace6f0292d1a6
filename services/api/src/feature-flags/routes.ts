import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createFlagActivityRoutes } from './flag-history-routes';
import { createFlagBulkRoutes } from './flag-bulk-routes';
import { createFeatureFlagRoutes } from './flag-routes';
import { createFlagTagRoutes } from './flag-tag-routes';
import { createFlagVersionRoutes } from './flag-version-routes';
import { createFlagDashboardRoutes } from './flag-dashboard-routes';
import { createFlagUsageRoutes } from './flag-usage-routes';
import { openPayloadSecrets } from './payload-secrets';

/** Routes for flags, except for their evaluation. */
export function createFeatureFlagsRoutes(
  parts: Pick<
    ApiParts,
    | 'config'
    | 'flags'
    | 'flagLists'
    | 'cohorts'
    | 'dashboards'
    | 'usageDashboards'
    | 'experiments'
    | 'features'
    | 'surveys'
    | 'users'
    | 'activities'
    | 'engine'
    | 'announceChange'
    | 'proposeChange'
    | 'now'
  >,
): readonly ProjectRoute[] {
  const secrets = openPayloadSecrets(parts.config);
  return [
    // Before the routes of one flag: their `:id` would match these paths, too.
    ...createFlagActivityRoutes(parts),
    ...createFlagBulkRoutes(parts),
    ...createFlagTagRoutes(parts),
    ...createFlagVersionRoutes(parts),
    ...createFlagUsageRoutes(parts),
    ...createFlagDashboardRoutes(parts),
    ...createFeatureFlagRoutes({ ...parts, secrets }),
  ];
}
