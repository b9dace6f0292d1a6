import type { Statement } from '../../syntax/ast';
import type { CteScope } from '../scope/ctes';
import type { LoweringContext } from '../scope/environment';
import type { LoweredQuery } from '../scope/lowered-query';
import { lowerSelect } from './select';
import { lowerSet } from './set';

/** Lowers a SELECT or a set of them. `nested` keeps property bags and times unconverted for the outer SELECT. */
export function lowerQuery(
  statement: Statement,
  ctes: CteScope,
  nested: boolean,
  context: LoweringContext,
): LoweredQuery {
  return statement.type === 'SelectQuery'
    ? lowerSelect(statement, ctes, nested, context)
    : lowerSet(statement, ctes, context);
}
