import type { AstBuilder } from '../../syntax/build';
import type { Expr } from '../../syntax/ast';

/** A moment as an expression. */
export function momentExpr(moment: Date, ast: AstBuilder): Expr {
  return ast.call('toDateTime', ast.constant(moment.toISOString()));
}
