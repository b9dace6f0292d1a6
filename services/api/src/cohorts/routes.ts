import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createCohortRoutes } from './cohort-routes';
import { createCohortsChanged } from './cohorts-changed';
import { createFlagCohortRoutes } from './flag-cohort-routes';
import { createCohortMemberRoutes } from './member-routes';
import { createPersonCohortRoutes } from './person-cohort-routes';
import { createCohortSizeRoutes } from './size-routes';
import { createCohortUsageRoutes } from './usage-routes';

/** Everything about cohorts. */
export function createCohortsRoutes(
  parts: Pick<
    ApiParts,
    | 'cohorts'
    | 'members'
    | 'cohortPersons'
    | 'flags'
    | 'insights'
    | 'activities'
    | 'engine'
    | 'users'
    | 'cohortQueue'
    | 'announceChange'
    | 'now'
    | 'logger'
  >,
): readonly ProjectRoute[] {
  const deps = {
    ...parts,
    changed: createCohortsChanged({ ...parts, enqueue: (job) => parts.cohortQueue.add(job) }),
  };
  return [
    ...createFlagCohortRoutes(deps),
    ...createCohortSizeRoutes(deps),
    ...createCohortUsageRoutes(deps),
    ...createCohortRoutes(deps),
    ...createCohortMemberRoutes(deps),
    ...createPersonCohortRoutes(deps),
  ];
}
