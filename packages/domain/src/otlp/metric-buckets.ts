import { integerOf, listOf, numberOf, own } from './otlp-values';

/**
 * Buckets of a histogram, in ascending order of their upper bounds. `counts` has one more element if the last bucket has
 * no bound. For a summary: the quantiles and their values.
 */
export interface Buckets {
  readonly bounds: readonly (number | null)[];
  readonly counts: readonly (number | null)[];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Wraps each element of a repeated field in a message, so that the readers of fields can be used. */
const elements = (message: unknown, name: string): readonly unknown[] =>
  listOf(message, name).map((value) => ({ value }));
const numbersOf = (message: unknown, name: string): readonly (number | null)[] =>
  elements(message, name).map((element) => numberOf(element, 'value'));

/** Buckets of a `HistogramDataPoint`. */
export function bucketsOf(point: unknown): Buckets {
  return { bounds: numbersOf(point, 'explicitBounds'), counts: numbersOf(point, 'bucketCounts') };
}

/** A positive bucket of an exponential histogram ends at base^(index + 1), where base is 2^(2^-scale). */
export function exponentialBucketsOf(point: unknown): Buckets {
  const scale = numberOf(point, 'scale') ?? 0;
  const bound = (index: number): number => 2 ** (index * 2 ** -scale);
  const negative = sideOf(own(point, 'negative'));
  const positive = sideOf(own(point, 'positive'));
  const zeros = Number(integerOf(point, 'zeroCount'));
  const buckets = [
    ...negative.toReversed().map(({ index, count }) => [-bound(index), count] as const),
    ...(zeros > 0 ? [[numberOf(point, 'zeroThreshold') ?? 0, zeros] as const] : []),
    ...positive.map(({ index, count }) => [bound(index + 1), count] as const),
  ];
  return {
    bounds: buckets.map(([end]) => finite(end)),
    counts: buckets.map(([, count]) => count),
  };
}

function sideOf(side: unknown): { readonly index: number; readonly count: number | null }[] {
  const offset = Number(integerOf(side, 'offset'));
  return numbersOf(side, 'bucketCounts').map((count, place) => ({ index: offset + place, count }));
}

/** The quantiles of a `SummaryDataPoint` and their values. */
export function quantilesOf(point: unknown): Buckets {
  const values = listOf(point, 'quantileValues');
  return {
    bounds: values.map((value) => numberOf(value, 'quantile') ?? 0),
    counts: values.map((value) => numberOf(value, 'value')),
  };
}
