import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createPublishDeps } from '../persons/create-publish-deps';
import { createGroupActivityRoutes } from './group-history-routes';
import { createGroupPropertyRoutes } from './group-property-routes';
import { createGroupRoutes } from './group-routes';
import { createGroupTypeRoutes } from './group-type-routes';
import { createPropertyNotes } from './note-properties';
import { createRelatedRoutes } from './related-routes';

/** Routes for groups and their types. */
export function createGroupsRoutes(
  parts: Pick<
    ApiParts,
    | 'activities'
    | 'engine'
    | 'users'
    | 'cohortPersons'
    | 'groups'
    | 'groupTypes'
    | 'identity'
    | 'database'
    | 'clickhouse'
    | 'redis'
    | 'announceChange'
    | 'now'
    | 'logger'
  >,
): readonly ProjectRoute[] {
  const deps = {
    ...parts,
    ...createPublishDeps(parts),
    noteProperties: createPropertyNotes(parts.database, parts.now),
  };
  return [
    ...createGroupTypeRoutes(deps),
    ...createGroupPropertyRoutes(deps),
    ...createGroupActivityRoutes(deps),
    ...createRelatedRoutes(deps),
    ...createGroupRoutes(deps),
  ];
}
