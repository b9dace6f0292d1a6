import { referencedCohorts } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { CohortRepository } from '@tidemark/postgres';

/**
 * Conditions of a flag may name live cohorts of its project only.
 *
 * @throws ApiError 400
 */
export async function checkCohorts(
  cohorts: Pick<CohortRepository, 'listLive'>,
  projectId: number,
  filters: unknown,
): Promise<void> {
  const named = referencedCohorts(filters);
  if (named.size === 0) return;
  const live = new Set((await cohorts.listLive(projectId)).map((cohort) => cohort.id));
  const missing = [...named].find((id) => !live.has(id));
  if (missing === undefined) return;
  throw validationError(
    'cohort_does_not_exist',
    `Cohort with id ${missing} does not exist`,
    'filters',
  );
}
