import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createPublishDeps } from './create-publish-deps';
import { createPersonActionRoutes } from './person-action-routes';
import { createPersonLookupRoutes } from './person-lookup-routes';
import { createPersonRoutes } from './person-routes';
import { createPersonTimelineRoutes } from './person-timeline-routes';

/** Everything about persons. */
export function createPersonsRoutes(
  parts: Pick<
    ApiParts,
    | 'engine'
    | 'persons'
    | 'editor'
    | 'cohorts'
    | 'users'
    | 'identity'
    | 'clickhouse'
    | 'redis'
    | 'logger'
    | 'now'
  >,
): readonly ProjectRoute[] {
  const deps = { ...parts, ...createPublishDeps(parts) };
  return [
    ...createPersonActionRoutes(deps),
    ...createPersonLookupRoutes(deps),
    ...createPersonRoutes(deps),
    ...createPersonTimelineRoutes(deps),
  ];
}
