import type { DependencyState } from '../compiled/flag';
import type { FlagResult } from '../evaluate/results';
import type { JsonObject } from '../json';

/** One filter of a condition, looked at on its own. */
export interface FilterExplanation {
  /** The stored form. */
  readonly filter: JsonObject;
  /**
   * What it was compared with: the property, the value of the other flag, membership of the cohort.
   * Null when it is missing or unknown.
   */
  readonly actual: unknown;
  /** Null when unknown. */
  readonly matches: boolean | null;
  /** Why it is unknown; null when it is known. */
  readonly problem: string | null;
}

/** How a condition set came out. */
export type ConditionOutcome =
  /** It decided the flag. */
  | 'match'
  /** Some filter did not match. */
  | 'filters_missed'
  /** The filters matched, the rollout left the subject out. */
  | 'out_of_rollout'
  /** The request has no group of the condition's type. */
  | 'no_group'
  /** The flag is about devices, and the request names none. */
  | 'no_device'
  /** What would have decided could not be read. */
  | 'failed'
  /** The flag was decided before. */
  | 'not_reached';

export interface ConditionExplanation {
  /** Stored position, from 0. */
  readonly index: number;
  readonly outcome: ConditionOutcome;
  /** Each on its own: those after a miss too, and those of conditions that were not reached. */
  readonly filters: readonly FilterExplanation[];
  /** Percentages. The condition includes a user if `position` ≤ `percentage`; `position` is null if it includes every user. */
  readonly rollout: { readonly percentage: number; readonly position: number | null };
}

/** Why a flag has its value. */
export interface FlagExplanation {
  /** Exactly the result of an evaluation. */
  readonly result: FlagResult;
  /** Null for a flag that is malformed. */
  readonly dependencies: DependencyState | null;
  readonly conditions: readonly ConditionExplanation[];
}
