import { isBuiltInTable } from '@tidemark/hogql';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { WarehouseRouteDeps } from './deps';

/** No table may stand in for one of HogQL's own or for a saved view. @throws ApiError 400 */
export async function checkName(
  { views }: Pick<WarehouseRouteDeps, 'views'>,
  projectId: number,
  name: string,
): Promise<void> {
  if (isBuiltInTable(name)) throw nameTaken();
  if ((await views.findNamed(projectId, [name])).length > 0) throw nameTaken();
}

export function nameTaken(): ApiError {
  return validationError('unique', 'A table with this name already exists.', 'name');
}
