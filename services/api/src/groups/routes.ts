import type { ProjectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { createGroupPropertyRoutes } from './group-property-routes';
import type { GroupRouteDeps } from './group-routes';
import { createGroupRoutes } from './group-routes';
import { createGroupTypeRoutes } from './group-type-routes';
import { createRelatedRoutes } from './related-routes';

/** Everything about groups and their types. */
export function createGroupsRoutes(
  deps: GroupRouteDeps & { readonly announceChange: AnnounceChange },
): readonly ProjectRoute[] {
  return [
    ...createGroupTypeRoutes(deps),
    ...createGroupPropertyRoutes(deps),
    ...createRelatedRoutes(deps),
    ...createGroupRoutes(deps),
  ];
}
