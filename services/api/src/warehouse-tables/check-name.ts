import { isBuiltInTable } from '@tidemark/hogql';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { WarehouseRouteDeps } from './deps';

/** Rejects the name of a table of HogQL or of a saved view. @throws ApiError 400 */
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
