import type { BetweenExpr, CompareOperation, Expr, IsDistinctFrom } from '../../ast';
import { constant } from '../core/nodes';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';

/** `a [NOT] BETWEEN low AND high`; binds tighter than NOT, so the AND of the range is unambiguous. */
export function between(parser: Parser, expr: Expr, start: number): BetweenExpr {
  const negated = parser.accept('NOT');
  parser.expect('BETWEEN');
  const low = bound(parser, Power.Between);
  parser.expect('AND', 'between the two bounds of BETWEEN');
  const high = bound(parser, Power.Between + 1);
  return { type: 'BetweenExpr', expr, low, high, negated, ...parser.since(start) };
}

function bound(parser: Parser, power: number): Expr {
  const expr = parser.expression(power);
  if (expr.type === 'Lambda') parser.reject('A lambda is not a valid BETWEEN bound', expr);
  return expr;
}

/** `a IS [NOT] NULL`, a comparison with NULL that is true or false. */
export function isNull(parser: Parser, left: Expr, start: number): CompareOperation {
  parser.expect('IS');
  const negated = parser.accept('NOT');
  const at = parser.here();
  parser.expect('NULL', 'after IS');
  return {
    type: 'CompareOperation',
    op: negated ? '!=' : '==',
    left,
    right: constant(null, at),
    ...parser.since(start),
  };
}

/** `a IS [NOT] DISTINCT FROM b`: equality in which NULL equals NULL. */
export function isDistinctFrom(parser: Parser, left: Expr, start: number): IsDistinctFrom {
  parser.expect('IS');
  const negated = parser.accept('NOT');
  parser.expect('DISTINCT');
  parser.expect('FROM', 'after DISTINCT');
  return distinctFrom(parser, left, start, negated);
}

/** `a <=> b` */
export function isSame(parser: Parser, left: Expr, start: number): IsDistinctFrom {
  parser.expect('<=>');
  return distinctFrom(parser, left, start, true);
}

function distinctFrom(parser: Parser, left: Expr, start: number, negated: boolean): IsDistinctFrom {
  const right = parser.expression(Power.IsDistinct + 1);
  return { type: 'IsDistinctFrom', left, right, negated, ...parser.since(start) };
}
