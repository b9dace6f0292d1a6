import type { Expr } from '../../syntax/ast';
import { comparePropertyExpr } from './compare-property';
import type { FilterContext, PropertyFilter } from './filter';

/**
 * Whether any entry matches (`docs/wire/insights.md#operator-exceptions`). A negative operator, too, needs only one
 * entry that matches it.
 */
export function exceptionListExpr(
  filter: PropertyFilter,
  property: Expr,
  context: FilterContext,
): Expr {
  const { ast } = context;
  const expr = comparePropertyExpr(filter, ast.field('entry'), { ...context, comparedAs: 'text' });
  const { start, end } = expr;
  const text = ast.call('ifNull', ast.call('toString', property), ast.constant(''));
  return ast.call(
    'arrayExists',
    { type: 'Lambda', args: ['entry'], expr, start, end },
    ast.call('JSONExtract', text, ast.constant('Array(String)')),
  );
}
