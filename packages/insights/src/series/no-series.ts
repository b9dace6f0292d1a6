import { InsightError } from '../insight/error';

/** The error of an insight without series. */
export function noSeries(insight: 'Lifecycle' | 'Stickiness' | 'Trends'): InsightError {
  return new InsightError(
    `${insight} insights require at least one series.`,
    'series',
    'insight_requires_at_least_one_series',
  );
}
