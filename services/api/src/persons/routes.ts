import { z } from 'zod';
import { createHistoryRoutes } from '../activity-log/history-routes';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createPublishDeps } from './create-publish-deps';
import { createPersonActionRoutes } from './person-action-routes';
import { createPersonDataRoutes } from './person-data-routes';
import { createPersonLookupRoutes } from './person-lookup-routes';
import { createPersonRoutes } from './person-routes';
import { createPersonTimelineRoutes } from './person-timeline-routes';
import { personIdOf } from './person-id';

/** Routes for persons. */
export function createPersonsRoutes(
  parts: Pick<
    ApiParts,
    | 'engine'
    | 'cohortPersons'
    | 'editor'
    | 'activities'
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
    ...createHistoryRoutes(deps, {
      scope: 'Person',
      names: ['persons_all_activity_retrieve', 'persons_activity_retrieve'],
      summaries: ['History of all persons', 'History of a person'],
      path: '/persons/',
      params: z.object({ id: z.string().max(400) }),
      async find(projectId, { id }) {
        const [person] = await parts.cohortPersons.findPersons(projectId, [personIdOf(id)]);
        return person ?? null;
      },
    }),
    ...createPersonActionRoutes(deps),
    ...createPersonLookupRoutes(deps),
    ...createPersonRoutes(deps),
    ...createPersonDataRoutes(parts),
    ...createPersonTimelineRoutes(deps),
  ];
}
