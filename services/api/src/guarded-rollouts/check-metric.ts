import { HogQLError } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag, GuardedRollout, Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { QueryError } from '@tidemark/query-engine';
import { measureRollout } from './measure-rollout';

/**
 * Computes the metric of a rollout before it begins, of an instant: what a metric asks for can be wrong in ways that
 * only its statement shows.
 *
 * @throws ApiError 400 for a metric that cannot be computed, and what a store throws
 */
export async function checkMetric(
  engine: Pick<QueryEngine, 'ask'>,
  metric: GuardedRollout['metric'],
  at: { readonly flag: FeatureFlag; readonly project: Project; readonly now: Date },
): Promise<void> {
  try {
    await measureRollout({ engine }, { metric, stepStartedAt: at.now }, at);
  } catch (error) {
    const isOfMetric =
      error instanceof HogQLError || (error instanceof QueryError && error.status === 400);
    if (!isOfMetric) throw error;
    const detail = `The metric cannot be computed: ${error.message}`;
    throw validationError('invalid_input', detail, 'metric');
  }
}
