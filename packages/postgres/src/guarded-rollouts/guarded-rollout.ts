import type { GuardedRolloutStatus } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { GuardedRolloutCheckTable, GuardedRolloutTable } from '../schema';

/** A rollout of a flag: the percentage of a condition grows in steps while a metric does not get worse. */
export interface GuardedRollout {
  readonly id: number;
  readonly projectId: number;
  readonly featureFlagId: number;
  /** The index of the condition set whose percentage grows, from 0. */
  readonly conditionIndex: number;
  readonly steps: readonly { readonly percentage: number; readonly minutes: number }[];
  /** An `ExperimentMetric`, as sent. */
  readonly metric: Readonly<Record<string, unknown>>;
  readonly alpha: number;
  readonly minimumUnits: number;
  readonly checkIntervalMinutes: number;
  readonly subscribedUsers: readonly number[];
  readonly status: GuardedRolloutStatus;
  /** The percentage before the rollout, which a rollback restores. */
  readonly initialPercentage: number;
  /**
   * What decides whom the condition is about, as it was before the rollout: its filters and group type. Null for a rollout
   * of an earlier release.
   */
  readonly condition: Readonly<Record<string, unknown>> | null;
  /** The index of the current step; -1 before the first. */
  readonly currentStep: number;
  readonly stepStartedAt: Date | null;
  readonly nextCheckAt: Date;
  /** The number of checks so far. A worker only changes a rollout with the number that it has read. */
  readonly checkCount: number;
  /** The number of successive failed checks. */
  readonly failureCount: number;
  readonly endedAt: Date | null;
  readonly reason: string | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The fields of a new rollout. */
export type NewGuardedRollout = Pick<
  GuardedRollout,
  | 'featureFlagId'
  | 'conditionIndex'
  | 'steps'
  | 'metric'
  | 'alpha'
  | 'minimumUnits'
  | 'checkIntervalMinutes'
  | 'subscribedUsers'
  | 'initialPercentage'
  | 'condition'
>;

type RolloutAction = 'widen' | 'complete' | 'turn_back' | 'wait' | 'failed';

/** The numbers of one of the two compared groups of users. */
interface Side {
  readonly units: number;
  readonly mean: number;
}

/** The numbers of a check. */
export interface RolloutNumbers {
  readonly exposed: Side | null;
  readonly control: Side | null;
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
  readonly pValue: number | null;
}

/** One check of the metric of a rollout. */
export interface RolloutCheck {
  readonly checkedAt: Date;
  /** The index of the step that was checked; -1 before the first. */
  readonly step: number;
  readonly action: RolloutAction;
  readonly reason: string | null;
  readonly numbers: RolloutNumbers;
}

export const GUARDED_ROLLOUT_HISTORY: History<GuardedRollout> = {
  scope: 'GuardedRollout',
  nameOf: ({ steps }) => steps.map(({ percentage }) => `${percentage} %`).join(', '),
  wireFields: (rollout) => ({
    feature_flag_id: rollout.featureFlagId,
    steps: rollout.steps,
    metric: rollout.metric,
    status: rollout.status,
    reason: rollout.reason,
  }),
};

export function toGuardedRollout(row: Selectable<GuardedRolloutTable>): GuardedRollout {
  return {
    id: row.id,
    projectId: row.project_id,
    featureFlagId: row.feature_flag_id,
    conditionIndex: row.condition_index,
    steps: row.steps,
    metric: row.metric,
    alpha: row.alpha,
    minimumUnits: row.minimum_units,
    checkIntervalMinutes: row.check_interval_minutes,
    subscribedUsers: row.subscribed_users,
    // The casts are safe, because only this package writes these columns.
    status: row.status as GuardedRolloutStatus,
    initialPercentage: row.initial_percentage,
    condition: row.condition,
    currentStep: row.current_step,
    stepStartedAt: row.step_started_at,
    nextCheckAt: row.next_check_at,
    checkCount: row.check_count,
    failureCount: row.failure_count,
    endedAt: row.ended_at,
    reason: row.reason,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}

export function toRolloutCheck(row: Selectable<GuardedRolloutCheckTable>): RolloutCheck {
  return {
    checkedAt: row.checked_at,
    step: row.step,
    action: row.action as RolloutAction,
    reason: row.reason,
    numbers: row.numbers as unknown as RolloutNumbers,
  };
}
