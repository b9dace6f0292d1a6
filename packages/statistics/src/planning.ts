import { normalCdf, normalQuantile } from './distributions';
import { StatisticsError } from './statistics-error';

/** Statistics of a metric before an experiment. */
export interface Baseline {
  /** Mean of a unit; the proportion of a conversion. */
  readonly mean: number;
  /** Variance of a unit; p(1 − p) of a conversion. */
  readonly variance: number;
}

/** The required error rates of a test of one treatment against the control. */
export interface Design {
  /** The accepted rate of false positives, for example 0.05 (two-sided). */
  readonly alpha: number;
  /** The power: the rate at which a true effect is detected, for example 0.8. */
  readonly power: number;
  /** The number of units in the treatment per unit in the control; 1 for variants of equal size. */
  readonly ratio: number;
}

/**
 * The number of units in the control that are needed to detect a relative effect (normal approximation; List, Sadoff
 * and Wagner 2011, "So you want to run an experiment, now what?", with the variance of the baseline in both
 * variants). The treatment needs `ratio` times as many.
 * @throws StatisticsError for an effect or a baseline of zero, and for a power that is not above half of alpha
 */
export function unitsInControl(
  { mean, variance }: Baseline,
  relativeEffect: number,
  design: Design,
): number {
  const distance = Math.abs(relativeEffect * mean);
  if (!(distance > 0)) throw new StatisticsError('The effect or the baseline is zero.');
  const z = criticalSum(design);
  return finite(Math.ceil((z ** 2 * variance * (1 + 1 / design.ratio)) / distance ** 2));
}

/** The smallest relative effect that is detected with the design's power and `unitsOfControl` units in the control. */
export function minimumDetectableEffect(
  { mean, variance }: Baseline,
  unitsOfControl: number,
  design: Design,
): number {
  if (mean === 0) throw new StatisticsError('The baseline is zero.');
  const error = standardError(variance, unitsOfControl, design.ratio);
  return finite((criticalSum(design) * error) / Math.abs(mean));
}

/** The probability, from 0 to 1, of detecting a relative effect with `unitsOfControl` units in the control. */
export function powerOf(
  { mean, variance }: Baseline,
  relativeEffect: number,
  unitsOfControl: number,
  { alpha, ratio }: Omit<Design, 'power'>,
): number {
  const z = Math.abs(relativeEffect * mean) / standardError(variance, unitsOfControl, ratio);
  const critical = normalQuantile(1 - alpha / 2);
  return finite(normalCdf(z - critical) + normalCdf(-z - critical));
}

/** The number of days, rounded up, until all variants have their units, if `unitsPerDay` new units arrive per day. */
export function daysNeeded(unitsInAllVariants: number, unitsPerDay: number): number {
  if (!(unitsPerDay > 0)) throw new StatisticsError('No units arrive.');
  return finite(Math.ceil(unitsInAllVariants / unitsPerDay));
}

function criticalSum({ alpha, power }: Design): number {
  const sum = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  // Without an effect, a test already finds one in each direction in alpha/2 of all experiments.
  if (!(sum > 0)) throw new StatisticsError('The power must be above half of alpha.');
  return sum;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new StatisticsError('The numbers are too large or too small for a plan.');
}

function standardError(variance: number, unitsOfControl: number, ratio: number): number {
  return Math.sqrt((variance / unitsOfControl) * (1 + 1 / ratio));
}
