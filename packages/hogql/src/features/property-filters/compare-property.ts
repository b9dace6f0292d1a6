import type { Expr } from '../../syntax/ast';
import type { PropertyFilter } from './filter';
import type { OperatorContext } from './operator';
import { findOperator } from './operators';
import { operatorOf, valuesOf } from './values';

/** The comparison of a property filter, given the expression of the property. */
export function comparePropertyExpr(
  filter: Pick<PropertyFilter, 'operator' | 'value'>,
  property: Expr,
  context: OperatorContext,
): Expr {
  const name = operatorOf(filter);
  const apply = findOperator(name);
  if (Array.isArray(filter.value) && filter.value.length === 0 && !name.endsWith('set')) {
    return context.ast.constant(true);
  }
  return apply(property, valuesOf(filter), context);
}
