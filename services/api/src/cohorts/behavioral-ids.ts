import { hasBehavioralFilters, referencedCohorts } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';

/** Cohorts whose members depend on events, also through other cohorts. A static cohort is a list, whatever its source. */
export function behavioralIds(live: readonly Cohort[]): readonly number[] {
  const dynamic = live.filter((cohort) => !cohort.isStatic);
  const found = new Set(
    dynamic
      .filter(({ filters }) => filters !== null && hasBehavioralFilters(filters))
      .map(({ id }) => id),
  );
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { id, filters } of dynamic) {
      if ([...referencedCohorts(filters)].some((one) => found.has(one))) found.add(id);
    }
  }
  return [...found];
}
