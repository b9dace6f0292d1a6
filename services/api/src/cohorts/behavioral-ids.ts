import { hasBehavioralFilters, referencedCohorts } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';

/** Cohorts that events decide about, also by way of other cohorts. A static one is a list, whatever it was made of. */
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
