import { createSealedBox } from '@tidemark/platform';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createBackfillRoutes } from './backfill-routes';
import type { ExportRouteDeps } from './deps';
import { createBatchExportRoutes } from './export-routes';
import { createPauseRoutes } from './pause-routes';
import { createExportRunRoutes } from './run-routes';

/** Everything about batch exports and their runs. */
export function createExportsRoutes(
  parts: Pick<ApiParts, 'config' | 'batchExports' | 'runs' | 'exportQueue' | 'now'>,
): readonly ProjectRoute[] {
  const { config } = parts;
  const key = config.EXPORT_SECRETS_KEY;
  const deps: ExportRouteDeps = {
    ...parts,
    queue: parts.exportQueue,
    policy: {
      secrets: key === undefined ? null : createSealedBox(key),
      allowPrivateEndpoints: config.EXPORT_ALLOW_PRIVATE_ENDPOINTS,
      allowHttpEndpoints: config.EXPORT_ALLOW_HTTP_ENDPOINTS,
      hasFileDestination: config.EXPORT_ROOT_DIR !== undefined,
    },
  };
  return [
    ...createBatchExportRoutes(deps),
    ...createPauseRoutes(deps),
    ...createExportRunRoutes(deps),
    ...createBackfillRoutes(deps),
  ];
}
