import type { PropertyMatcher } from '../operators/matcher';
import type { CompiledCohort } from './cohort';

/** One filter of a condition, compiled for evaluation. */
export type Filter = PersonFilter | GroupFilter | FlagFilter | CohortFilter | PersonMetadataFilter;

interface PersonFilter {
  readonly kind: 'person';
  readonly key: string;
  readonly matcher: PropertyMatcher;
}

interface GroupFilter {
  readonly kind: 'group';
  readonly key: string;
  readonly groupTypeIndex: number;
  readonly matcher: PropertyMatcher;
}

/** A filter on the result of another flag. */
export interface FlagFilter {
  readonly kind: 'flag';
  /** The other flag's id; null when the filter names none: such a filter never matches. */
  readonly flagId: number | null;
  /** True: any value but false. False: only false. Text: exactly that variant. Null: never. */
  readonly expected: boolean | string | null;
}

export interface CohortFilter {
  readonly kind: 'cohort';
  /** Null for an operator that cohorts do not have; such a filter never matches. */
  readonly cohort: CompiledCohort | null;
  /** True if the person must be a member, false if not. */
  readonly expected: boolean;
}

/** A filter on a column of the person itself, such as its creation time. */
interface PersonMetadataFilter {
  readonly kind: 'person_metadata';
}

/** A condition set: all filters must match, then the rollout decides. */
export interface Condition {
  /** Position in the stored list. */
  readonly index: number;
  /** In stored order, cohort filters last (they are the costly ones). */
  readonly filters: readonly Filter[];
  /** 0 to 100. */
  readonly rolloutPercentage: number;
  /** Group type whose key is hashed; null means the person. */
  readonly aggregation: number | null;
  /** Variant that a match of this condition forces; null leaves it to the hash. */
  readonly variant: string | null;
}
