import type { ExperimentMetric } from '@tidemark/contracts';
import { InsightError } from '../../insight/error';

/**
 * The step that a query for actors selects: 0 is being a sample, a negative one is the step that was not reached.
 * Metrics that are not funnels have one step, a value other than 0.
 *
 * @throws InsightError for a step that the metric does not have
 */
export function checkedStep(
  funnelStep: number | null | undefined,
  metric: ExperimentMetric,
): number {
  if (funnelStep === null || funnelStep === undefined) {
    throw new InsightError('funnelStep is required for experiment actors query', 'funnelStep');
  }
  const steps = metric.metric_type === 'funnel' ? metric.series.length : 1;
  if (funnelStep > steps || funnelStep < -(steps + 1)) {
    throw new InsightError(
      `funnelStep must be from 0 to ${steps}, or from -1 to -${steps + 1}`,
      'funnelStep',
    );
  }
  return funnelStep;
}
