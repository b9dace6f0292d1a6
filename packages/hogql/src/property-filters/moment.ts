import type { AstBuilder } from '../ast-build';
import type { Expr } from '../ast';

/** A moment as an expression. */
export function momentExpr(moment: Date, ast: AstBuilder): Expr {
  return ast.call('toDateTime', ast.constant(moment.toISOString()));
}
