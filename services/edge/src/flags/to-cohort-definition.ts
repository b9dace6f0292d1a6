import type { CohortDefinition } from '@tidemark/flag-engine';
import type { Cohort } from '@tidemark/postgres';

/** A stored cohort as the engine reads it. */
export function toCohortDefinition(cohort: Cohort): CohortDefinition {
  return {
    id: cohort.id,
    is_static: cohort.isStatic,
    filters: cohort.filters,
    query: cohort.query,
    has_membership: cohort.isStatic || cohort.version !== null,
  };
}
