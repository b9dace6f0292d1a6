import { tQuantile, tTwoSidedTail } from '../distributions';
import type { Effect, Interval } from '../effect';
import type { Sample } from '../samples/sample';
import { StatisticsError } from '../statistics-error';

/** The result of a test of the null hypothesis that there is no effect. */
export interface TestResult {
  readonly pValue: number;
  /** The interval that contains the true effect in 1 − alpha of all experiments. */
  readonly interval: Interval;
  /** Whether the p-value is below alpha. */
  readonly significant: boolean;
}

/**
 * Welch's t-test, two-sided: the variances of the variants may differ (Welch 1947, "The generalization of Student's
 * problem when several different population variances are involved"). As in PostHog, the degrees of freedom are those
 * of the absolute difference, even for a relative effect.
 *
 * Only valid for a single check at a number of units that was fixed before; otherwise see `sequential-test.ts`.
 *
 * @throws StatisticsError with fewer than two units in a variant
 */
export function welchTest(
  control: Sample,
  treatment: Sample,
  effect: Effect,
  alpha: number,
): TestResult {
  const degreesOfFreedom = welchDegreesOfFreedom(control, treatment);
  const standardError = Math.sqrt(effect.variance);
  const pValue = tTwoSidedTail(effect.estimate / standardError, degreesOfFreedom);
  const margin = tQuantile(1 - alpha / 2, degreesOfFreedom) * standardError;
  return {
    pValue,
    interval: [effect.estimate - margin, effect.estimate + margin],
    significant: pValue < alpha,
  };
}

function welchDegreesOfFreedom(control: Sample, treatment: Sample): number {
  if (Math.min(control.count, treatment.count) < 2) {
    throw new StatisticsError('A t-test needs at least two units in each variant.');
  }
  const parts = [control, treatment].map(({ count, variance }) => ({
    count,
    part: variance / count,
  }));
  const total = parts.reduce((sum, { part }) => sum + part, 0);
  return 1 / parts.reduce((sum, { count, part }) => sum + (part / total) ** 2 / (count - 1), 0);
}
