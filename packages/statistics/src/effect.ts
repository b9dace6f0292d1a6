import type { Sample } from './samples/sample';
import { NEAR_ZERO } from './samples/sample';
import { StatisticsError } from './statistics-error';

/** Relative: (treatment − control)/control, 0.1 for ten per cent more. Absolute: treatment − control. */
export type DifferenceType = 'relative' | 'absolute';

/** An estimate of an effect and the variance of that estimate. */
export interface Effect {
  readonly estimate: number;
  readonly variance: number;
}

/** An interval of effects, both ends included. */
export type Interval = readonly [low: number, high: number];

/**
 * The effect of a treatment. The variance of a relative effect follows from the delta method for independent means:
 * vT/(nT·mC²) + mT²·vC/(nC·mC⁴).
 *
 * @param controlMean the divisor of a relative effect: with CUPED, the unadjusted mean
 * @throws StatisticsError for a relative effect on a control mean of zero, or when no value varies, or for values that
 *   are too large for a number
 */
export function effectOf(
  control: Sample,
  treatment: Sample,
  difference: DifferenceType,
  controlMean = control.mean,
): Effect {
  const distance = treatment.mean - control.mean;
  const [ofTreatment, ofControl] = [
    treatment.variance / treatment.count,
    control.variance / control.count,
  ];
  if (difference === 'absolute') return checked(distance, ofTreatment + ofControl);
  if (Math.abs(controlMean) < NEAR_ZERO) throw new StatisticsError('The control mean is zero.');
  // Divided one by one, because the fourth power of a mean may be too large for a number.
  const ratio = treatment.mean / controlMean;
  return checked(
    distance / controlMean,
    ofTreatment / controlMean / controlMean +
      ((ratio * ofControl) / controlMean) * (ratio / controlMean),
  );
}

function checked(estimate: number, variance: number): Effect {
  if (!(variance > 0)) throw new StatisticsError('The values do not vary.');
  if (!Number.isFinite(variance) || !Number.isFinite(estimate)) {
    throw new StatisticsError('The values are too large.');
  }
  return { estimate, variance };
}
