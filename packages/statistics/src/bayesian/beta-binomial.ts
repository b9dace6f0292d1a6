import type { Beta } from '../distributions';
import { betaCdf, betaDensity, betaQuantile } from '../distributions';
import type { DifferenceType } from '../effect';
import { StatisticsError } from '../statistics-error';
import { integrate } from './integrate';
import type { Posterior } from './posterior';
import { rootBetween } from './root';

/** The observed conversions of one variant. */
export interface Conversions {
  readonly count: number;
  readonly successes: number;
}

/** Jeffreys' prior, which is invariant under a change of the parameter's scale (Jeffreys 1946). */
const PRIOR = 0.5;
/** The probability that is neglected on each side of an integral. */
const TAIL = 1e-14;

/**
 * The beta-binomial model of two proportions: exact for few conversions, where the normal model is not (Gelman et al.
 * 2013, "Bayesian Data Analysis", section 2.4). Chance to win and losses are integrals over the two posteriors; the
 * interval inverts the distribution of the difference. A relative loss is a fraction of the control's expected
 * proportion.
 *
 * @param level probability within the interval, for example 0.95
 * @throws StatisticsError for successes outside 0 to `count`
 */
export function betaBinomialPosterior(
  control: Conversions,
  treatment: Conversions,
  difference: DifferenceType,
  level: number,
): Posterior {
  const [c, t] = [posteriorOf(control), posteriorOf(treatment)];
  const quantile = quantilesOfDifference(c, t, difference);
  const scale = difference === 'relative' ? 1 / meanOf(c) : 1;
  const tail = (1 - level) / 2;
  return {
    chanceToWin: chanceAbove(t, c),
    interval: [quantile(tail), quantile(1 - tail)],
    lossOfTreatment: expectedLead(c, t) * scale,
    lossOfControl: expectedLead(t, c) * scale,
  };
}

function posteriorOf({ count, successes }: Conversions): Beta {
  if (!(successes >= 0 && successes <= count)) {
    throw new StatisticsError('The successes are not between 0 and the number of units.');
  }
  return { alpha: successes + PRIOR, beta: count - successes + PRIOR };
}

function meanOf({ alpha, beta }: Beta): number {
  return alpha / (alpha + beta);
}

/** x × Beta(α, β) is its mean × Beta(α + 1, β). */
function weighted({ alpha, beta }: Beta): Beta {
  return { alpha: alpha + 1, beta };
}

/** E[max(0, X − Y)] = E[X; X > Y] − E[Y; X > Y]. */
function expectedLead(x: Beta, y: Beta): number {
  const lead = meanOf(x) * chanceAbove(weighted(x), y) - meanOf(y) * chanceAbove(x, weighted(y));
  return Math.max(0, lead);
}

/** P(X > Y). */
function chanceAbove(x: Beta, y: Beta): number {
  return chance(x, y, { to: same, from: same });
}

/** An increasing function and its inverse. */
interface Mapping {
  readonly to: (value: number) => number;
  readonly from: (value: number) => number;
}

const same = (value: number): number => value;

/** P(Y ≤ to(X)), as an integral over the narrower distribution, where the other distribution's function is smooth. */
function chance(x: Beta, y: Beta, { to, from }: Mapping): number {
  return x.alpha + x.beta >= y.alpha + y.beta
    ? meanOfCdf(x, y, { to, from })
    : 1 - meanOfCdf(y, x, { to: from, from: to });
}

/** E[F(to(X))], where F is the distribution function of `other`. */
function meanOfCdf(x: Beta, other: Beta, { to, from }: Mapping): number {
  const low = Math.max(betaQuantile(TAIL, x), from(0));
  // Above `end`, F is 1.
  const end = from(1);
  const high = Math.min(betaQuantile(1 - TAIL, x), end);
  const within = integrate((value) => betaDensity(value, x) * cdf(to(value), other), low, high);
  return within + (end < 1 ? 1 - cdf(Math.max(end, 0), x) : 0);
}

function cdf(x: number, beta: Beta): number {
  if (x <= 0) return 0;
  return x >= 1 ? 1 : betaCdf(x, beta);
}

/** The quantiles of treatment − control, or of treatment/control − 1. */
function quantilesOfDifference(
  control: Beta,
  treatment: Beta,
  difference: DifferenceType,
): (probability: number) => number {
  const mapping = (effect: number): Mapping =>
    difference === 'relative'
      ? { to: (c) => c * (1 + effect), from: (t) => t / (1 + effect) }
      : { to: (c) => c + effect, from: (t) => t - effect };
  const below = (effect: number): number => chance(control, treatment, mapping(effect));
  return (probability) => {
    let high = 1;
    while (below(high) < probability) high *= 2;
    return rootBetween(-1, high, (effect) => below(effect) - probability);
  };
}
