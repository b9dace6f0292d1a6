import type { FlagFilters } from '@tidemark/contracts';
import { unmatchableFilter } from '@tidemark/flag-engine';
import { validationError } from '@tidemark/platform';

const SHOWN_CHARACTERS = 100;

/**
 * Rejects conditions that can never match, because evaluation cannot read their pattern or date.
 *
 * @throws ApiError 400 `invalid_value` or `invalid_date`
 */
export function checkConditions(filters: Partial<FlagFilters> | undefined, attr: string): void {
  const { groups, super_groups: superGroups, holdout_groups: holdoutGroups } = filters ?? {};
  const conditions = [...(groups ?? []), ...(superGroups ?? []), ...(holdoutGroups ?? [])];
  for (const { operator, value } of conditions.flatMap(({ properties }) => properties)) {
    const problem = unmatchableFilter(operator ?? 'exact', value);
    if (problem === null) continue;
    const what = problem.code === 'invalid_date' ? 'date value' : 'regular expression';
    const shown = problem.value.slice(0, SHOWN_CHARACTERS);
    throw validationError(problem.code, `Invalid ${what}: ${shown}`, attr);
  }
}
