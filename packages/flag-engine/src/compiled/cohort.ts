import type { PropertyMatcher } from '../operators/matcher';
import type { FailureCode } from '../reasons/failure';

/** A cohort compiled for evaluation. */
export type CompiledCohort = StoredCohort | TreeCohort | FailingCohort;

/** A cohort whose members are read from the store: a static one, or one that depends on events or a query. */
interface StoredCohort {
  readonly kind: 'stored';
  readonly id: number;
}

/** A cohort that is evaluated by the properties of the person. */
interface TreeCohort {
  readonly kind: 'tree';
  readonly id: number;
  readonly root: CohortNode;
}

/** A cohort whose members are unknown: a flag that needs them fails. */
interface FailingCohort {
  readonly kind: 'failing';
  readonly code: FailureCode;
}

export type CohortNode = CohortGroup | CohortPersonLeaf | CohortReference;

interface CohortGroup {
  readonly kind: 'group';
  /** True if all nodes must hold, false if one is enough. */
  readonly all: boolean;
  readonly nodes: readonly CohortNode[];
}

interface CohortPersonLeaf {
  readonly kind: 'person';
  readonly key: string;
  readonly matcher: PropertyMatcher;
  readonly negated: boolean;
}

interface CohortReference {
  readonly kind: 'cohort';
  readonly cohort: CompiledCohort;
  readonly negated: boolean;
}

/** The cohorts of a project by id; an unknown id is a cohort that fails. */
export type CohortDirectory = (id: number) => CompiledCohort;
