import type { AstBuilder } from '../../syntax/build';
import type { ConstantValue, Expr } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import type { PathCleaningRule } from './path-cleaning';

/** Compares a property with the values of its filter. */
export type Operator = (
  property: Expr,
  values: readonly ConstantValue[],
  context: OperatorContext,
) => Expr;

export interface OperatorContext extends DateContext {
  readonly ast: AstBuilder;
  /** Set when the property is a numeric column: equality then compares numbers, not texts. */
  readonly numeric: boolean;
  readonly pathCleaning?: readonly PathCleaningRule[] | undefined;
}
