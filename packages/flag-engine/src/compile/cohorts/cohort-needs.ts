import type { CohortNode, CompiledCohort } from '../../compiled/cohort';

/** The data that the evaluation of a cohort may read. */
interface CohortNeeds {
  readonly personKeys: Set<string>;
  /** Ids of cohorts whose stored members are read. */
  readonly stored: Set<number>;
  /** Whether a leaf reads the clock. */
  clock: boolean;
}

/** Adds the data that the evaluation of a cohort, and of the cohorts it refers to, may read. */
export function addCohortNeeds(
  cohort: CompiledCohort,
  needs: CohortNeeds,
  seen: Set<number> = new Set(),
): void {
  if (cohort.kind === 'failing' || seen.has(cohort.id)) return;
  seen.add(cohort.id);
  if (cohort.kind === 'stored') needs.stored.add(cohort.id);
  else addNodeNeeds(cohort.root, needs, seen);
}

function addNodeNeeds(node: CohortNode, needs: CohortNeeds, seen: Set<number>): void {
  switch (node.kind) {
    case 'group':
      for (const inner of node.nodes) addNodeNeeds(inner, needs, seen);
      return;
    case 'person':
      needs.personKeys.add(node.key);
      needs.clock ||= node.matcher.readsClock === true;
      return;
    case 'cohort':
      addCohortNeeds(node.cohort, needs, seen);
  }
}
