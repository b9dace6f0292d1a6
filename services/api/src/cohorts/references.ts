import type { CohortFilters } from '@tidemark/contracts';
import { referencedCohorts } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Cohort, Project } from '@tidemark/postgres';
import type { CohortUsers } from './cohort-users';

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
      throw validationError('invalid_input', 'Invalid Cohort ID in filter');
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
 * Rejects the deletion of a cohort that a live item depends on.
 *
 * @throws ApiError 400
 */
export function rejectDeletionInUse(id: number, users: CohortUsers, project: Project): void {
  const flags = users.flags.filter((flag) => flag.active);
  if (flags.length > 0) {
    throw validationError(
      'invalid_input',
      `This cohort is used in ${flags.length} active feature flag(s): ${flags
        .map((flag) => (flag.name === '' ? flag.key : flag.name))
        .join(', ')}. Please remove the cohort from these feature flags before deleting it.`,
    );
  }
  if (referencedCohorts(project.testAccountFilters).has(id)) {
    throw validationError(
      'invalid_input',
      `This cohort is used in 'Filter out internal and test users' for 1 environment(s): ${project.name}. Please remove the cohort from these test account filters before deleting it.`,
    );
  }
  const { insights, cohorts } = users;
  if (insights.length > 0) {
    const names = listed(insights.map((insight) => insight.name || insight.derivedName));
    throw validationError(
      'invalid_input',
      `This cohort is used in ${insights.length} insight(s): ${names}. Please remove the cohort from these insights before deleting it.`,
    );
  }
  if (cohorts.length > 0) {
    const names = listed(cohorts.map((cohort) => cohort.name));
    throw validationError(
      'invalid_input',
      `This cohort is used as criteria in ${cohorts.length} other cohort(s): ${names}. Please remove this cohort from those cohort definitions before deleting it.`,
    );
  }
}

function listed(names: readonly (string | null)[]): string {
  const shown = names.slice(0, NAMED).map((name) => name || 'Unnamed');
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  return `${shown.join(', ')}${more}`;
}
