import { integrate } from './integrate';

/** What is believed of a value of one variant. */
export interface Belief {
  /** P(X ≤ x). */
  readonly cdf: (x: number) => number;
  /** The x with P(X ≤ x) = `p`, for 0 < p < 1. */
  readonly quantile: (p: number) => number;
}

/** The probability that is neglected at each end of an integral. */
const TAIL = 1e-12;
const PANELS = 8;

/** The probability that the value of `one` is above those of all others. */
export function chanceAboveAll(one: Belief, others: readonly Belief[]): number {
  return integrate((p) => allBelow(others, one.quantile(p)), TAIL, 1 - TAIL);
}

/**
 * The expected loss from choosing `chosen` instead of the best of the others: E[max(0, max(others) − chosen)], an
 * integral of P(chosen ≤ x) · P(max(others) > x).
 *
 * @param slope derivative of the value by `x`, where beliefs are about a function of the value, such as its logarithm
 */
export function lossAgainst(
  chosen: Belief,
  others: readonly Belief[],
  slope: (x: number) => number = () => 1,
): number {
  const low = chosen.quantile(TAIL);
  const high = Math.max(...others.map(({ quantile }) => quantile(1 - TAIL)));
  const width = (high - low) / PANELS;
  if (!(width > 0)) return 0;
  const lost = (x: number): number => chosen.cdf(x) * (1 - allBelow(others, x)) * slope(x);
  return Array.from({ length: PANELS }, (_, at) => low + at * width).reduce(
    (sum, from) => sum + integrate(lost, from, from + width),
    0,
  );
}

function allBelow(beliefs: readonly Belief[], x: number): number {
  return beliefs.reduce((product, { cdf }) => product * cdf(x), 1);
}
