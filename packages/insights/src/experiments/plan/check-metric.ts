import type { ExperimentMetric } from '@tidemark/contracts';
import { InsightError } from '../../insight/error';
import { conversionSeconds, windowSeconds } from './windows';

const MAX_BREAKDOWNS = 3;
/** A hundred years: the engine's times end in 2299. */
const MAX_SECONDS = 100 * 365 * 86_400;

/** @throws InsightError for a metric whose parts contradict each other */
export function checkMetric(metric: ExperimentMetric): void {
  const { breakdown } = metric.breakdownFilter ?? {};
  if (Array.isArray(breakdown) && breakdown.length > MAX_BREAKDOWNS) {
    throw new InsightError(
      `Maximum of ${MAX_BREAKDOWNS} breakdowns are supported for experiment metrics`,
      'metric.breakdownFilter.breakdown',
    );
  }
  checkWindow(conversionSeconds(metric) ?? 0, 'metric.conversion_window');
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
    const { retention_window_end: end, retention_window_unit: unit } = metric;
    checkWindow(windowSeconds(end, unit), 'metric.retention_window_end');
    if (metric.retention_window_end < metric.retention_window_start) {
      throw new InsightError(
        'The retention window ends before it starts',
        'metric.retention_window_end',
      );
    }
  }
}

function checkWindow(seconds: number, field: string): void {
  if (seconds > MAX_SECONDS) {
    throw new InsightError('Windows are a hundred years at most', field);
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
