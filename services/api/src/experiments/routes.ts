import { forgetQueryResults } from '@tidemark/redis';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createExperimentActionRoutes } from './action-routes';
import { createExperimentCopyRoutes } from './copy-routes';
import type { ExperimentDeps } from './deps';
import { createExperimentRoutes } from './experiment-routes';
import { createHoldoutRoutes } from './holdout-routes';
import { createExperimentPlanRoutes } from './plan-routes';
import { createSavedMetricRoutes } from './saved-metric-routes';

/** Routes for experiments, except for their results. */
export function createExperimentsRoutes(
  parts: Omit<ExperimentDeps, 'forgetResults'> & Pick<ApiParts, 'redis'>,
): readonly ProjectRoute[] {
  const deps: ExperimentDeps = {
    ...parts,
    forgetResults: (projectId) => forgetQueryResults(parts.redis, projectId),
  };
  return [
    ...createExperimentPlanRoutes(),
    ...createExperimentRoutes(deps),
    ...createExperimentActionRoutes(deps),
    ...createExperimentCopyRoutes(deps),
    ...createHoldoutRoutes(deps),
    ...createSavedMetricRoutes(deps),
  ];
}
