import { createSealedBox } from '@tidemark/platform';
import type { DestinationRepository } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import type { ProjectRoute } from '../auth/routes';
import { createActionMigrateRoutes } from './action-migrate-routes';
import { createActionPreviewRoutes } from './action-preview-routes';
import { createActionReferenceRoutes } from './action-reference-routes';
import { createActionCrudRoutes } from './action-crud-routes';
import type { ApiConfig } from '../config';
import { createActionTagRoutes } from './action-tag-routes';
import type { ActionRouteDeps } from './deps';

/** Everything about actions. */
export function createActionRoutes(
  deps: ActionRouteDeps & {
    readonly engine: QueryEngine;
    readonly destinations: DestinationRepository;
    readonly config: Pick<ApiConfig, 'EXPORT_SECRETS_KEY' | 'SITE_URL'>;
  },
): readonly ProjectRoute[] {
  const { EXPORT_SECRETS_KEY: key, SITE_URL: siteUrl } = deps.config;
  const secrets = key === undefined ? null : createSealedBox(key);
  return [
    // Before the routes of one action: their `:id` would match these paths, too.
    ...createActionTagRoutes(deps),
    ...createActionPreviewRoutes(deps),
    ...createActionMigrateRoutes({ ...deps, secrets, hasLinks: siteUrl !== undefined }),
    ...createActionReferenceRoutes(deps),
    ...createActionCrudRoutes(deps),
  ];
}
