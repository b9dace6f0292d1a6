import type { AstBuilder } from '../../syntax/build';
import type { Expr } from '../../syntax/ast';

/** A time as an expression. */
export function timestampExpr(timestamp: Date, ast: AstBuilder): Expr {
  return ast.call('toDateTime', ast.constant(timestamp.toISOString()));
}
