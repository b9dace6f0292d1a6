import { HogQLError } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag, GuardedRollout, Project } from '@tidemark/postgres';
import { QueryError } from '@tidemark/query-engine';
import type { MeasureDeps } from './measure-rollout';
import { measureRollout } from './measure-rollout';

/**
 * Computes the metric of a rollout before the rollout begins, for an empty time range. Some errors of a metric appear
 * only when its statement runs.
 *
 * @throws ApiError 400 for a metric that cannot be computed; errors of the stores
 */
export async function checkMetric(
  deps: MeasureDeps,
  metric: GuardedRollout['metric'],
  at: { readonly flag: FeatureFlag; readonly project: Project; readonly now: Date },
): Promise<void> {
  try {
    await measureRollout(deps, { metric, stepStartedAt: at.now }, at);
  } catch (error) {
    const isOfMetric =
      error instanceof HogQLError || (error instanceof QueryError && error.status === 400);
    if (!isOfMetric) throw error;
    const detail = `The metric cannot be computed: ${error.message}`;
    throw validationError('invalid_input', detail, 'metric');
  }
}
