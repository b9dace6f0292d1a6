import type { Expr } from '../../syntax/ast';
import { comparePropertyExpr } from './compare-property';
import type { FilterContext, PropertyFilter } from './filter';
import { positiveOf } from './positive';

/**
 * Whether any entry matches (`docs/wire/insights.md#operator-exceptions`); for a negative operator, whether no entry
 * matches what it negates, which a missing list fulfils.
 */
export function exceptionListExpr(
  filter: PropertyFilter,
  property: Expr,
  context: FilterContext,
): Expr {
  const { ast } = context;
  const { negated, positive } = positiveOf(filter);
  const expr = comparePropertyExpr(positive, ast.field('entry'), {
    ...context,
    comparedAs: 'text',
  });
  const { start, end } = expr;
  const text = ast.call('ifNull', ast.call('toString', property), ast.constant(''));
  const exists = ast.call(
    'arrayExists',
    { type: 'Lambda', args: ['entry'], expr, start, end },
    ast.call('JSONExtract', text, ast.constant('Array(String)')),
  );
  return negated ? ast.not(exists) : exists;
}
