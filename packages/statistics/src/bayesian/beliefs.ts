import { betaCdf, betaQuantile, gammaCdf, tCdf, tQuantile } from '../distributions';
import { StatisticsError } from '../statistics-error';
import type { Belief } from './best-variant';
import { rootBetween } from './root';

/** The prior counts of PostHog's experiments before 2025: one event, or one success and one failure, of one unit. */
const PRIOR = 1;
/** The variance of the logarithm of a value that those experiments assume. */
const LOG_VARIANCE = 0.75;
/** Added to a mean whose logarithm is taken. */
const EPSILON = 1e-10;

/** The rate of events per exposed unit: a gamma distribution (Gelman et al. 2013, 2.6). */
export function rateBelief(events: number, units: number): Belief {
  const [shape, scale] = [PRIOR + events, 1 / (PRIOR + units)];
  return {
    cdf: (x) => gammaCdf(x / scale, shape),
    quantile(p) {
      let high = shape + 1;
      while (gammaCdf(high, shape) < p) high *= 2;
      return scale * rootBetween(0, high, (x) => gammaCdf(x, shape) - p);
    },
  };
}

/** The share of units that convert: a beta distribution. */
export function shareBelief(successes: number, failures: number): Belief {
  const beta = { alpha: PRIOR + successes, beta: PRIOR + failures };
  return { cdf: (x) => betaCdf(x, beta), quantile: (p) => betaQuantile(p, beta) };
}

/**
 * The logarithm of the mean per exposed unit: Student's t distribution, from a normal-inverse-gamma prior (Gelman et al.
 * 2013, 3.3) and a variance that is assumed, not measured.
 *
 * @throws StatisticsError for a sum below zero
 */
export function logMeanBelief(sum: number, units: number): Belief {
  const mean = units === 0 ? 0 : sum / units;
  if (!(mean + EPSILON > 0)) throw new StatisticsError('The logarithm needs sums above zero.');
  const kappa = PRIOR + units;
  const alpha = PRIOR + units / 2;
  const centre = (units * Math.log(mean + EPSILON)) / kappa;
  const scale = Math.sqrt((PRIOR + 0.5 * units * LOG_VARIANCE) / (kappa * alpha));
  return {
    cdf: (x) => tCdf((x - centre) / scale, 2 * alpha),
    quantile: (p) => centre + scale * tQuantile(p, 2 * alpha),
  };
}

/** The mean of which `logMeanBelief` has the logarithm. */
export function meanOfLog(log: number): number {
  return Math.max(0, Math.exp(log) - EPSILON);
}
