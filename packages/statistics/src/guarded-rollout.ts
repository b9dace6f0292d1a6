import { effectOf } from './effect';
import type { Interval } from './effect';
import { sequentialTest } from './frequentist/sequential-test';
import type { Sample } from './samples/sample';
import { StatisticsError } from './statistics-error';

/** A step of a rollout: the share of units that it exposes, and its minimum duration. */
export interface RolloutStep {
  /** From 0 to 100. */
  readonly percentage: number;
  readonly minutes: number;
}

/** A rollout whose percentage grows in steps while a metric does not get worse. */
export interface RolloutPlan {
  /** At least one, with growing percentages. */
  readonly steps: readonly RolloutStep[];
  /** The direction in which the metric is better. */
  readonly goal: 'increase' | 'decrease';
  /** The accepted rate at which harmless rollouts are rolled back, over all steps and checks. */
  readonly alpha: number;
  /** The number of units that each group needs before the next step. */
  readonly minimumUnits: number;
}

/** The current step of a rollout. */
export interface RolloutState {
  /** The index of the step; -1 before the first. */
  readonly step: number;
  readonly minutesInStep: number;
}

/** The metric of the units of one step, in both groups; null for a group without units. */
export interface RolloutEvidence {
  readonly control: Sample | null;
  readonly exposed: Sample | null;
}

/** The comparison of exposed units with the others. */
export interface RolloutComparison {
  /** The mean of exposed units minus that of the others. */
  readonly difference: number;
  readonly interval: Interval;
  readonly pValue: number;
  /** Whether the metric is significantly worse. */
  readonly isHarmful: boolean;
}

export type RolloutDecision =
  /** The percentage of `step` is applied; if `isLast`, the rollout ends. */
  | { readonly action: 'widen'; readonly step: number; readonly isLast: boolean }
  | { readonly action: 'complete' }
  | { readonly action: 'turn_back' }
  | { readonly action: 'wait'; readonly reason: 'time' | 'units' };

/** The number of units at which the intervals are narrowest. */
const TUNING = 1_000;
const EVERYBODY = 100;

/**
 * Compares the exposed units of a step with the others by the always-valid sequential test, so that any number of
 * checks is allowed. The error rate is divided by the number of steps that are compared (Bonferroni): each step is a
 * test of its own, because a wider step moves units from one group to the other.
 *
 * The difference is absolute: it exists for a metric that is zero in one group, such as an error rate.
 *
 * Where all units of a group have one value and all others have another one, such as an error for everybody with the flag
 * and for nobody else, the variance is zero and the test above has no result. Then an exact permutation test is used.
 *
 * @returns null without enough units, or if all units have the same value
 */
export function compareRollout(
  plan: RolloutPlan,
  { control, exposed }: RolloutEvidence,
): RolloutComparison | null {
  if (!hasUnits(plan, control) || !hasUnits(plan, exposed)) return null;
  const alpha = plan.alpha / Math.max(1, comparedSteps(plan));
  const distance = exposed.mean - control.mean;
  if (control.variance === 0 && exposed.variance === 0) {
    if (distance === 0 || !Number.isFinite(distance)) return null;
    const pValue = separationPValue(exposed.count, control.count);
    const isWorse = plan.goal === 'increase' ? distance < 0 : distance > 0;
    return {
      difference: distance,
      interval: [distance, distance],
      pValue,
      isHarmful: pValue < alpha && isWorse,
    };
  }
  try {
    const effect = effectOf(control, exposed, 'absolute');
    const { pValue, interval, significant } = sequentialTest(
      effect,
      control.count + exposed.count,
      alpha,
      TUNING,
    );
    const isWorse = plan.goal === 'increase' ? effect.estimate < 0 : effect.estimate > 0;
    return { difference: effect.estimate, interval, pValue, isHarmful: significant && isWorse };
  } catch (error) {
    // Without variation there is no evidence.
    if (error instanceof StatisticsError) return null;
    throw error;
  }
}

/**
 * The two-sided p-value of two groups that are completely separated: the probability that units drawn at random for the
 * groups are separated like that, 2 / C(n + m, n). It stays valid in repeated checks, because groups that are separated
 * were separated in each earlier check of the same units, too.
 */
function separationPValue(count: number, otherCount: number): number {
  const smaller = Math.min(count, otherCount);
  let logWays = 0;
  // Beyond this the p-value is zero as a number.
  for (let unit = 1; unit <= smaller && logWays < 800; unit += 1) {
    logWays += Math.log1p((count + otherCount - smaller) / unit);
  }
  return Math.min(1, 2 * Math.exp(-logWays));
}

/**
 * The action of a check: the next step is only applied after the duration of the current step and with enough units.
 */
export function decideRollout(
  plan: RolloutPlan,
  state: RolloutState,
  evidence: RolloutEvidence,
): RolloutDecision {
  const { steps } = plan;
  const current = steps[state.step];
  if (current === undefined) return widenTo(plan, 0);
  if (compareRollout(plan, evidence)?.isHarmful === true) return { action: 'turn_back' };
  if (state.minutesInStep < current.minutes) return { action: 'wait', reason: 'time' };
  if (!hasUnits(plan, evidence.control) || !hasUnits(plan, evidence.exposed)) {
    return { action: 'wait', reason: 'units' };
  }
  return state.step + 1 < steps.length ? widenTo(plan, state.step + 1) : { action: 'complete' };
}

/** The action for the next step; a step of 100 % leaves no group for comparison, so the rollout ends with it. */
function widenTo({ steps }: RolloutPlan, step: number): RolloutDecision {
  return { action: 'widen', step, isLast: (steps[step]?.percentage ?? 0) >= EVERYBODY };
}

function comparedSteps({ steps }: RolloutPlan): number {
  return steps.filter(({ percentage }) => percentage < EVERYBODY).length;
}

function hasUnits({ minimumUnits }: RolloutPlan, sample: Sample | null): sample is Sample {
  return sample !== null && sample.count >= Math.max(2, minimumUnits);
}
