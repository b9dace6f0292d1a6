import { isBuiltInTable } from '@tidemark/hogql';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';

/** No table may stand in for one of HogQL's own. @throws ApiError 400 */
export function checkName(name: string): void {
  if (isBuiltInTable(name)) throw nameTaken();
}

export function nameTaken(): ApiError {
  return validationError('unique', 'A table with this name already exists.', 'name');
}
