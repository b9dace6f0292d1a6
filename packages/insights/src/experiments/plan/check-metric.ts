import type { ExperimentMetric } from '@tidemark/contracts';
import { InsightError } from '../../insight/error';

const MAX_BREAKDOWNS = 3;

/** @throws InsightError for a metric whose parts contradict each other */
export function checkMetric(metric: ExperimentMetric): void {
  const { breakdown } = metric.breakdownFilter ?? {};
  if (Array.isArray(breakdown) && breakdown.length > MAX_BREAKDOWNS) {
    throw new InsightError(
      `Maximum of ${MAX_BREAKDOWNS} breakdowns are supported for experiment metrics`,
      'metric.breakdownFilter.breakdown',
    );
  }
  if (metric.metric_type === 'mean') {
    const math = metric.source.math ?? 'total';
    if (typeof metric.threshold === 'number' && math !== 'total' && math !== 'sum') {
      throw new InsightError(
        'A threshold is only supported for the maths sum and total',
        'metric.threshold',
      );
    }
    checkLevels(metric, 'metric');
  }
  if (metric.metric_type === 'ratio') {
    checkLevels(metric.numerator_outlier_handling ?? {}, 'metric.numerator_outlier_handling');
    checkLevels(metric.denominator_outlier_handling ?? {}, 'metric.denominator_outlier_handling');
  }
  if (metric.metric_type === 'retention') {
    if (metric.retention_window_end < metric.retention_window_start) {
      throw new InsightError(
        'The retention window ends before it starts',
        'metric.retention_window_end',
      );
    }
  }
}

function checkLevels(
  outliers: {
    readonly lower_bound_percentile?: number | null | undefined;
    readonly upper_bound_percentile?: number | null | undefined;
  },
  field: string,
): void {
  const { lower_bound_percentile: lower, upper_bound_percentile: upper } = outliers;
  if (typeof lower === 'number' && typeof upper === 'number' && lower >= upper) {
    throw new InsightError(
      'The lower percentile has to be below the upper one',
      `${field}.lower_bound_percentile`,
    );
  }
}
