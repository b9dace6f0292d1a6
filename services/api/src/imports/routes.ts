import { createSealedBox } from '@tidemark/platform';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createImportRoutes } from './import-routes';

/** Everything about imports. */
export function createImportsRoutes(
  parts: Pick<
    ApiParts,
    | 'config'
    | 'importCommands'
    | 'importRuns'
    | 'importQueue'
    | 'users'
    | 'outboundGuard'
    | 'logger'
  >,
): readonly ProjectRoute[] {
  const { config } = parts;
  const key = config.EXPORT_SECRETS_KEY;
  return createImportRoutes({
    ...parts,
    queue: parts.importQueue,
    policy: {
      guard: parts.outboundGuard,
      allowHttp: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
      secrets: key === undefined ? null : createSealedBox(key),
    },
  });
}
