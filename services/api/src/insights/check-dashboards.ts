import { validationError } from '@tidemark/platform';
import type { DashboardRepository } from '@tidemark/postgres';

/**
 * Only live dashboards of the project are allowed.
 * @throws ApiError 400
 */
export async function checkDashboards(
  dashboards: Pick<DashboardRepository, 'findMany'>,
  projectId: number,
  ids: readonly number[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await dashboards.findMany(projectId, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing === undefined) return;
  const detail = `Invalid pk "${missing}" - object does not exist.`;
  throw validationError('does_not_exist', detail, field);
}
