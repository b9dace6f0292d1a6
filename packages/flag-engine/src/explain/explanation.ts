import type { DependencyState } from '../compiled/flag';
import type { FlagResult } from '../evaluate/results';
import type { JsonObject } from '../json';

/** The explanation of one filter, independent of the others. */
export interface FilterExplanation {
  /** The stored form. */
  readonly filter: JsonObject;
  /**
   * The value it was compared with: the property, the value of the other flag, or membership of the cohort. Null when
   * it is missing or unknown.
   */
  readonly actual: unknown;
  /** Null when unknown. */
  readonly matches: boolean | null;
  /** Why it is unknown; null when it is known. */
  readonly problem: string | null;
}

/** The outcome of a condition set. */
export type ConditionOutcome =
  /** The condition decided the flag. */
  | 'match'
  /** At least one filter did not match. */
  | 'filters_missed'
  /** The filters matched, but the rollout excludes the subject. */
  | 'out_of_rollout'
  /** The request has no group of the condition's type. */
  | 'no_group'
  /** The flag is bucketed by device, and the request has no device id. */
  | 'no_device'
  /** Data that the result depends on could not be read. */
  | 'failed'
  /** An earlier condition decided the flag. */
  | 'not_reached';

export interface ConditionExplanation {
  /** Stored position, from 0. */
  readonly index: number;
  readonly outcome: ConditionOutcome;
  /** Each filter independently, also those after a miss and those of conditions that were not reached. */
  readonly filters: readonly FilterExplanation[];
  /** Percentages. The condition includes a user if `position` ≤ `percentage`; `position` is null if it includes every user. */
  readonly rollout: { readonly percentage: number; readonly position: number | null };
}

/** Why a flag has its value. */
export interface FlagExplanation {
  /** Equal to the result of an evaluation. */
  readonly result: FlagResult;
  /** Null for a flag that is malformed. */
  readonly dependencies: DependencyState | null;
  readonly conditions: readonly ConditionExplanation[];
}
