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

/**
 * What equality compares: numbers for a numeric column, 1 and 0 for a boolean column, else texts. A property of events
 * or persons is compared as text, because its type depends on its definition.
 */
export type ComparedAs = 'number' | 'boolean' | 'text';

export interface OperatorContext extends DateContext {
  readonly ast: AstBuilder;
  readonly comparedAs: ComparedAs;
  readonly pathCleaning?: readonly PathCleaningRule[] | undefined;
}
