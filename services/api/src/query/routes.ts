import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createQueryLogRoutes } from './log-routes';
import { createQueryRoutes } from './query-routes';
import { createQueryStatusRoutes } from './status-routes';
import { createQueryUpgradeRoutes } from './upgrade-routes';

/** Everything about queries in HogQL and of the kinds of insights. */
export function createQueriesRoutes(
  parts: Pick<ApiParts, 'config' | 'engine' | 'clickhouse' | 'queryLog' | 'now'>,
): readonly ProjectRoute[] {
  const { QUERY_INCOMPLETE_STATUS: incompleteStatus, QUERY_MAX_ROWS: maxRows } = parts.config;
  return [
    // Before the routes of one query, whose id would take their names.
    ...createQueryLogRoutes(parts),
    ...createQueryUpgradeRoutes(),
    ...createQueryRoutes({ ...parts, maxRows, incompleteStatus }),
    ...createQueryStatusRoutes({ ...parts, incompleteStatus }),
  ];
}
