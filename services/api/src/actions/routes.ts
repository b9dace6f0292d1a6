import type { QueryEngine } from '@tidemark/query-engine';
import type { ProjectRoute } from '../auth/routes';
import { createActionMigrateRoutes } from './action-migrate-routes';
import { createActionPreviewRoutes } from './action-preview-routes';
import { createActionReferenceRoutes } from './action-reference-routes';
import { createActionCrudRoutes } from './action-crud-routes';
import { createActionTagRoutes } from './action-tag-routes';
import type { ActionRouteDeps } from './deps';

/** Everything about actions. */
export function createActionRoutes(
  deps: ActionRouteDeps & { readonly engine: QueryEngine },
): readonly ProjectRoute[] {
  return [
    // Before the routes of one action, whose id would take their names.
    ...createActionTagRoutes(deps),
    ...createActionPreviewRoutes(deps),
    ...createActionMigrateRoutes(deps),
    ...createActionReferenceRoutes(deps),
    ...createActionCrudRoutes(deps),
  ];
}
