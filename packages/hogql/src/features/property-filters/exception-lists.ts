import type { Expr } from '../../syntax/ast';
import { comparePropertyExpr } from './compare-property';
import type { FilterContext, PropertyFilter } from './filter';
import { operatorOf } from './values';

/** Properties of exceptions that are lists: one entry per exception of a chain. */
const LISTS: ReadonlySet<unknown> = new Set([
  '$exception_types',
  '$exception_values',
  '$exception_sources',
  '$exception_functions',
]);

/** Whether a filter is about the entries of a list, not about the list as a whole. */
export function isOfExceptionList(filter: PropertyFilter, type: string): boolean {
  return type === 'event' && LISTS.has(filter.key) && !operatorOf(filter).endsWith('set');
}

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
