import type { CohortFilters } from '@tidemark/contracts';
import { referencedCohorts } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Cohort, FeatureFlag } from '@tidemark/postgres';

type Named = Pick<Cohort, 'id' | 'name' | 'filters'>;

/**
 * Filters may name live cohorts of the project, and no chain of them may lead back.
 *
 * @param id of the cohort the filters are for; null for a new one
 * @throws ApiError 400
 */
export function checkReferences(
  id: number | null,
  filters: CohortFilters,
  live: readonly Named[],
): void {
  const referencesOf = new Map(
    live.map((cohort) => [cohort.id, referencedCohorts(cohort.filters)]),
  );
  const direct = referencedCohorts(filters);
  for (const reference of direct) {
    if (!referencesOf.has(reference)) {
      throw validationError(
        'invalid_input',
        `Cohort with id ${reference} does not exist.`,
        'filters',
      );
    }
  }
  const seen = new Set<number>();
  const waiting = [...direct];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) {
      throw validationError('invalid_input', 'Cohorts cannot reference other cohorts in a loop.');
    }
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(referencesOf.get(next) ?? []));
  }
}

const NAMED = 5;

/**
 * A cohort that something live depends on stays.
 *
 * @throws ApiError 400
 */
export function refuseDeletionInUse(
  id: number,
  liveFlags: readonly FeatureFlag[],
  live: readonly Named[],
): void {
  const flags = liveFlags.filter((flag) => flag.active && referencedCohorts(flag.filters).has(id));
  if (flags.length > 0) {
    throw validationError(
      'invalid_input',
      `This cohort is used in ${flags.length} active feature flag(s): ${flags
        .map((flag) => (flag.name === '' ? flag.key : flag.name))
        .join(', ')}. Please remove the cohort from these feature flags before deleting it.`,
    );
  }
  const others = live.filter(
    (cohort) => cohort.id !== id && referencedCohorts(cohort.filters).has(id),
  );
  if (others.length > 0) {
    const names = others.slice(0, NAMED).map((cohort) => cohort.name ?? 'Unnamed');
    const more = others.length > NAMED ? `, and ${others.length - NAMED} more` : '';
    throw validationError(
      'invalid_input',
      `This cohort is used as criteria in ${others.length} other cohort(s): ${names.join(', ')}${more}. Please remove this cohort from those cohort definitions before deleting it.`,
    );
  }
}
