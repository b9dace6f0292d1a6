import type { SeriesMath, SeriesNode } from '@tidemark/contracts';

export function mathOf({ node }: { readonly node: SeriesNode }): SeriesMath {
  return node.math ?? 'total';
}

/** Name and parameter of the aggregate for each numeric math (`docs/wire/insights-trends.md#math-aggregates`). */
export const STATISTICS: Readonly<
  Record<string, { readonly name: string; readonly level?: number }>
> = {
  avg: { name: 'avg' },
  sum: { name: 'sum' },
  min: { name: 'min' },
  max: { name: 'max' },
  median: { name: 'quantile', level: 0.5 },
  p75: { name: 'quantile', level: 0.75 },
  p90: { name: 'quantile', level: 0.9 },
  p95: { name: 'quantile', level: 0.95 },
  p99: { name: 'quantile', level: 0.99 },
};

/** The suffix in the name of a statistic of counts per actor. */
export const PER_ACTOR = '_count_per_actor';

export function isStatistic(math: string): boolean {
  return Object.hasOwn(STATISTICS, math);
}

export function isFirstTime(math: SeriesMath): boolean {
  return math.startsWith('first_');
}

/** The length in days of the window that ends with a bucket, including the bucket's day. */
export const ROLLING_DAYS = { weekly_active: 7, monthly_active: 30 } as const;

export type RollingMath = keyof typeof ROLLING_DAYS;

export function isRolling(math: SeriesMath): math is RollingMath {
  return Object.hasOwn(ROLLING_DAYS, math);
}
