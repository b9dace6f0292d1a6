import type { SeriesMath } from '@tidemark/contracts';
import { isSampled } from '../../series/query-filters';
import { isStatistic } from '../math/aggregate';

/** Brings a value of a sample to the size of the whole; statistics are what they are (`wire/insights.md` §1.1). */
export function scaled(
  value: number,
  math: SeriesMath,
  samplingFactor: number | null | undefined,
): number {
  if (!isSampled(samplingFactor) || !isAddedUp(math)) return value;
  return Math.round(value / samplingFactor);
}

function isAddedUp(math: SeriesMath): boolean {
  if (math === 'sum') return true;
  return !isStatistic(math) && math !== 'hogql' && !math.endsWith('_count_per_actor');
}

/** Running sums. */
export function accumulated(data: readonly number[]): number[] {
  let sum = 0;
  return data.map((value) => (sum += value));
}

/** Each value as the mean of itself and up to `intervals - 1` before it. */
export function smoothed(data: readonly number[], intervals: number): number[] {
  return data.map((_, index) => {
    const window = data.slice(Math.max(0, index - intervals + 1), index + 1);
    return window.reduce((sum, value) => sum + value, 0) / window.length;
  });
}
