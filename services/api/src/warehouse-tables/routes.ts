import { createSealedBox } from '@tidemark/platform';
import { judgeColumns } from '@tidemark/query-engine';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import type { WarehouseRouteDeps } from './deps';
import { createWarehouseActionRoutes } from './table-actions';
import { createWarehouseTableRoutes } from './table-routes';

/** The maximum time that a response waits for the load of a table. */
const WAIT_MS = 10_000;

/** The routes for data-warehouse tables. */
export function createWarehouseRoutes(
  parts: Pick<
    ApiParts,
    | 'config'
    | 'tables'
    | 'views'
    | 'users'
    | 'warehouseFiles'
    | 'warehouseQueue'
    | 'outboundGuard'
    | 'clickhouse'
    | 'now'
    | 'logger'
  >,
): readonly ProjectRoute[] {
  const { config, clickhouse } = parts;
  const key = config.EXPORT_SECRETS_KEY;
  const deps: WarehouseRouteDeps = {
    ...parts,
    queue: parts.warehouseQueue,
    files: parts.warehouseFiles,
    policy: {
      rootDir: config.WAREHOUSE_ROOT ?? null,
      guard: parts.outboundGuard,
      allowHttp: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
    },
    secrets: key === undefined ? null : createSealedBox(key),
    judge: async ({ projectId, number, version }, columns) =>
      version === null
        ? columns
        : judgeColumns(clickhouse, projectId, { number, version }, columns),
    waitMs: WAIT_MS,
  };
  return [
    // These come before the routes of one table, whose `:id` would match `uploads`.
    ...createWarehouseActionRoutes(deps),
    ...createWarehouseTableRoutes(deps),
  ];
}
