import { referencedCohorts } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';

type Node = Pick<Cohort, 'id' | 'filters' | 'isStatic'>;

/**
 * The dynamic cohorts whose filters refer to this one, except those on which it depends: two concurrent writers can
 * create a cycle, which must not be calculated forever.
 */
export function dependentsOf(id: number, live: readonly Node[]): readonly number[] {
  const references = new Map(live.map((cohort) => [cohort.id, referencedCohorts(cohort.filters)]));
  const below = new Set<number>();
  const waiting = [...(references.get(id) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (below.has(next)) continue;
    below.add(next);
    waiting.push(...(references.get(next) ?? []));
  }
  return live
    .filter(
      (cohort) =>
        !cohort.isStatic &&
        cohort.id !== id &&
        !below.has(cohort.id) &&
        references.get(cohort.id)?.has(id) === true,
    )
    .map((cohort) => cohort.id);
}
