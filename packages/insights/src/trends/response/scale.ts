import type { SeriesMath } from '@tidemark/contracts';
import { isSampled } from '../../series/query-filters';
import { PER_ACTOR, isStatistic } from '../plan/math';

/** Scales a value of a sample to all events; statistics are not scaled (`docs/wire/insights.md#sampling`). */
export function scaled(
  value: number,
  math: SeriesMath,
  samplingFactor: number | null | undefined,
): number {
  if (!isSampled(samplingFactor) || !isAddedUp(math)) return value;
  return halfToEven(value * (1 / samplingFactor));
}

/** Whether values are sums; expressions always count as sums. */
function isAddedUp(math: SeriesMath): boolean {
  return math === 'sum' || !(isStatistic(math) || math.endsWith(PER_ACTOR));
}

/** The nearest whole number; the even one of two that are equally near, as in Python. */
function halfToEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
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
