import { forgetQueryResults } from '@tidemark/redis';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createExperimentActionRoutes } from './action-routes';
import { createExperimentCopyRoutes } from './copy-routes';
import { createCohortsChanged } from '../cohorts/cohorts-changed';
import type { ExperimentDeps } from './deps';
import { createEligibleFlagRoutes } from './eligible-flag-routes';
import { createExposureCohortRoutes } from './exposure-cohort-routes';
import { createExperimentRoutes } from './experiment-routes';
import { createHoldoutRoutes } from './holdout-routes';
import { createExperimentPlanRoutes } from './plan-routes';
import { createSavedMetricRoutes } from './saved-metric-routes';
import { createExperimentStatsRoutes } from './stats-routes';
import { createTimeSeriesRoutes } from './time-series-routes';

/** Routes for experiments, except for their results. */
export function createExperimentsRoutes(
  parts: Omit<ExperimentDeps, 'forgetResults'> &
    Pick<
      ApiParts,
      | 'redis'
      | 'config'
      | 'flagLists'
      | 'cohorts'
      | 'surveys'
      | 'features'
      | 'cohortQueue'
      | 'logger'
      | 'experimentResults'
    >,
): readonly ProjectRoute[] {
  const deps: ExperimentDeps = {
    ...parts,
    forgetResults: (projectId) => forgetQueryResults(parts.redis, projectId),
  };
  const cohortsChanged = createCohortsChanged({
    ...parts,
    enqueue: (job) => parts.cohortQueue.add(job),
  });
  return [
    // These come before the routes of one experiment, whose `:id` would match their paths too.
    ...createExperimentPlanRoutes(),
    ...createExperimentStatsRoutes(deps),
    ...createEligibleFlagRoutes(parts),
    ...createExperimentRoutes(deps),
    ...createExperimentActionRoutes(deps),
    ...createExperimentCopyRoutes(deps),
    ...createExposureCohortRoutes({ ...deps, cohortsChanged }),
    ...createTimeSeriesRoutes(parts),
    ...createHoldoutRoutes(deps),
    ...createSavedMetricRoutes(deps),
  ];
}
