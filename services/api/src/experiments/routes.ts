import type { ProjectRoute } from '../auth/routes';
import { createExperimentActionRoutes } from './action-routes';
import { createExperimentCopyRoutes } from './copy-routes';
import type { ExperimentDeps } from './deps';
import { createExperimentRoutes } from './experiment-routes';
import { createHoldoutRoutes } from './holdout-routes';
import { createExperimentPlanRoutes } from './plan-routes';
import { createSavedMetricRoutes } from './saved-metric-routes';

/** Everything about experiments but their results. */
export function createExperimentsRoutes(deps: ExperimentDeps): readonly ProjectRoute[] {
  return [
    ...createExperimentPlanRoutes(),
    ...createExperimentRoutes(deps),
    ...createExperimentActionRoutes(deps),
    ...createExperimentCopyRoutes(deps),
    ...createHoldoutRoutes(deps),
    ...createSavedMetricRoutes(deps),
  ];
}
