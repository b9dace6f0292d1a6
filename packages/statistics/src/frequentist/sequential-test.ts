import type { Effect } from '../effect';
import type { TestResult } from './welch-test';

/**
 * A test that may be repeated after every new unit: its interval is one element of an asymptotic confidence sequence,
 * so that the probability of any wrong result over all checks of an experiment is at most `alpha` (Waudby-Smith,
 * Arbour, Sinha, Kennedy and Ramdas 2023, "Time-uniform central limit theory and asymptotic confidence sequences",
 * arXiv 2103.06476, equations 9, 155 and 161). Its interval is wider than that of a single check.
 * @param count the number of units of both variants together
 * @param tuning the number of units at which the interval is narrowest; PostHog's default is 5000
 */
export function sequentialTest(
  effect: Effect,
  count: number,
  alpha: number,
  tuning: number,
): TestResult {
  const rhoSquared = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tuning;
  const k = count * rhoSquared + 1;
  const scale = Math.sqrt(effect.variance) * Math.sqrt(count);
  const margin =
    scale * Math.sqrt((2 * k * Math.log(Math.sqrt(k) / alpha)) / (count ** 2 * rhoSquared));
  const standardized = (effect.estimate / Math.sqrt(effect.variance)) ** 2 * count;
  const logEvidence = (rhoSquared * standardized) / (2 * k) - 0.5 * Math.log(k);
  const pValue = Math.min(1, Math.exp(-logEvidence));
  return {
    pValue,
    interval: [effect.estimate - margin, effect.estimate + margin],
    significant: pValue < alpha,
  };
}
