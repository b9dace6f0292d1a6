import { normalCdf, normalDensity, normalQuantile } from '../distributions';
import type { Effect } from '../effect';
import type { Posterior } from './posterior';

/**
 * PostHog's model: the effect is normal around its estimate, under a flat prior. Good for means and
 * proportions of many units; for few conversions see `beta-binomial.ts`.
 *
 * @param level probability within the interval, for example 0.95
 */
export function normalPosterior({ estimate, variance }: Effect, level: number): Posterior {
  const deviation = Math.sqrt(variance);
  const z = estimate / deviation;
  const margin = -normalQuantile((1 - level) / 2) * deviation;
  const density = deviation * normalDensity(z);
  return {
    chanceToWin: normalCdf(z),
    interval: [estimate - margin, estimate + margin],
    lossOfTreatment: Math.max(0, density - estimate * normalCdf(-z)),
    lossOfControl: Math.max(0, density + estimate * normalCdf(z)),
  };
}
