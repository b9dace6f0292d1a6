import { listCohortPeople } from '@tidemark/clickhouse';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createCohortRoutes } from './cohort-routes';
import { createCohortsChanged } from './cohorts-changed';
import { createFlagCohortRoutes } from './flag-cohort-routes';
import { createCohortMemberRoutes } from './member-routes';

/** Everything about cohorts. */
export function createCohortsRoutes(
  parts: Pick<
    ApiParts,
    | 'cohorts'
    | 'members'
    | 'persons'
    | 'flags'
    | 'users'
    | 'clickhouse'
    | 'cohortQueue'
    | 'journal'
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
    ...createCohortRoutes(deps),
    ...createCohortMemberRoutes({
      ...deps,
      listMembers: ({ id: cohortId, projectId: teamId, version }, page) =>
        listCohortPeople(parts.clickhouse, { teamId, cohortId, version: version ?? 0 }, page),
    }),
  ];
}
