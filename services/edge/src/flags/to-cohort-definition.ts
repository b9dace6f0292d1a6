import type { CohortDefinition } from '@tidemark/flag-engine';
import type { Cohort } from '@tidemark/postgres';

/** A stored cohort in the spelling that the engine reads. */
export function toCohortDefinition(cohort: Cohort): CohortDefinition {
  return {
    id: cohort.id,
    is_static: cohort.isStatic,
    filters: cohort.filters,
    query: cohort.query,
    has_membership: cohort.isStatic || cohort.version !== null,
  };
}
