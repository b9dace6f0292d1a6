import type { Expr } from '../../syntax/ast';
import type { PropertyFilter } from './filter';
import type { OperatorContext } from './operator';
import { findOperator } from './operators';
import { hasEmptyList, operatorOf, valuesOf } from './values';

/** The comparison of a property filter, given the expression of the property. */
export function comparePropertyExpr(
  filter: Pick<PropertyFilter, 'operator' | 'value'>,
  property: Expr,
  context: OperatorContext,
): Expr {
  const apply = findOperator(operatorOf(filter));
  if (hasEmptyList(filter)) return context.ast.constant(true);
  return apply(property, valuesOf(filter), context);
}
