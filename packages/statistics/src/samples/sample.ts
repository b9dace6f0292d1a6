import { StatisticsError } from '../statistics-error';

/** The statistics of one variant that a test needs: the number of units, their mean, and the variance of one unit. */
export interface Sample {
  /** The number of units; at least 1. */
  readonly count: number;
  readonly mean: number;
  /** Variance of one unit, not of the mean; 0 for a single unit. */
  readonly variance: number;
}

/** Sums over the values of units. */
export interface Sums {
  readonly sum: number;
  readonly sumSquares: number;
}

/** The smallest absolute value of a denominator that is not treated as zero, as in PostHog. */
export const NEAR_ZERO = 1e-10;

/**
 * The sample of a value per unit: variance with n − 1.
 *
 * @throws StatisticsError without units, or for sums that are inconsistent
 */
export function meanSample(count: number, { sum, sumSquares }: Sums): Sample {
  requireUnits(count);
  const mean = sum / count;
  // The square of a sum may be too large for a number where the sum of squares is not.
  const spread = sumSquares - mean * sum;
  // Rounding of large sums may leave a spread just below zero.
  if (spread < -1e-9 * Math.max(1, sumSquares)) {
    throw new StatisticsError('The sum of squares is smaller than the sum allows.');
  }
  return {
    count,
    mean,
    variance: count === 1 ? 0 : Math.max(0, spread) / (count - 1),
  };
}

/**
 * The sample of units that either converted or not: variance p(1 − p).
 *
 * @throws StatisticsError without units, or with fewer than 0 or more than `count` successes
 */
export function proportionSample(count: number, successes: number): Sample {
  requireUnits(count);
  if (successes < 0 || successes > count) {
    throw new StatisticsError('The successes are not between 0 and the number of units.');
  }
  const mean = successes / count;
  return { count, mean, variance: mean * (1 - mean) };
}

/** Sums over units of a numerator, a denominator and their product. */
export interface RatioSums {
  readonly numerator: Sums;
  readonly denominator: Sums;
  readonly productSum: number;
}

/**
 * The sample of a ratio of two sums, for example revenue per order. The variance follows from the
 * delta method: vM/D² + M²·vD/D⁴ − 2M·cov/D³ with means M, D per unit (Deng, Knoblich and Lu 2018,
 * "Applying the Delta Method in Metric Analytics").
 *
 * @throws StatisticsError without units, and for a denominator of zero
 */
export function ratioSample(count: number, sums: RatioSums): Sample {
  const numerator = meanSample(count, sums.numerator);
  const denominator = meanSample(count, sums.denominator);
  const [m, d] = [numerator.mean, denominator.mean];
  if (Math.abs(d) < NEAR_ZERO) throw new StatisticsError('The denominator is zero.');
  const covariance = sampleCovariance(
    count,
    sums.numerator.sum,
    sums.denominator.sum,
    sums.productSum,
  );
  const mean = m / d;
  // The same with M/D in place of M, because the fourth power of a mean may be too large for a number.
  const variance =
    (numerator.variance / d + (mean * (mean * denominator.variance - 2 * covariance)) / d) / d;
  return { count, mean, variance: Math.max(0, variance) };
}

/** Covariance of two values per unit with n − 1; 0 for a single unit. */
export function sampleCovariance(
  count: number,
  sum: number,
  otherSum: number,
  productSum: number,
): number {
  return count <= 1 ? 0 : (productSum - (sum / count) * otherSum) / (count - 1);
}

function requireUnits(count: number): void {
  if (!(count >= 1)) throw new StatisticsError('There are no units.');
}
