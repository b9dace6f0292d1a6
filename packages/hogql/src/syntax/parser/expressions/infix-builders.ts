import type { And, Call, CompareOp, CompareOperation, Expr, Or } from '../../ast';
import { plainCall } from '../core/nodes';
import { opensOperand } from '../core/names';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';

type Negatable = 'like' | 'ilike' | 'in';
type Build<Node> = (parser: Parser, left: Expr, start: number) => Node;

/** `a == b`; with `negated`, the current token is the NOT before the operator. */
export function comparison(op: CompareOp, negated: false): Build<CompareOperation>;
export function comparison(op: Negatable, negated: true): Build<CompareOperation>;
export function comparison(op: CompareOp, negated: boolean): Build<CompareOperation> {
  return (parser, left, start) => {
    if (negated) parser.advance();
    parser.advance();
    const isCohort = op === 'in' && parser.at('COHORT') && opensOperand(parser, 1);
    if (isCohort) parser.advance();
    const right = parser.expression(Power.Compare + 1);
    const full = comparisonName(op, negated, isCohort);
    return { type: 'CompareOperation', op: full, left, right, ...parser.since(start) };
  };
}

function comparisonName(op: CompareOp, negated: boolean, isCohort: boolean): CompareOp {
  if (op === 'in' && isCohort) return negated ? 'not in cohort' : 'in cohort';
  if (!negated) return op;
  if (op === 'in') return 'not in';
  return op === 'like' ? 'not like' : 'not ilike';
}

/** `a AND b AND c` as one flat node; parenthesised parts of the same type are merged into it. */
export function conjunction(type: 'And' | 'Or'): Build<And | Or> {
  const keyword = type === 'And' ? 'AND' : 'OR';
  const power = type === 'And' ? Power.And : Power.Or;
  return (parser, left, start) => {
    const exprs = left.type === type ? [...left.exprs] : [left];
    while (parser.accept(keyword)) {
      const right = parser.expression(power + 1);
      if (right.type === type) exprs.push(...right.exprs);
      else exprs.push(right);
    }
    return { type, exprs, ...parser.since(start) };
  };
}

/** `a || b || c` is one concat call; explicit concat calls beside it are merged into it. */
export function concatenation(parser: Parser, left: Expr, start: number): Call {
  const args = concatArguments(left);
  while (parser.accept('||')) args.push(...concatArguments(parser.expression(Power.Add + 1)));
  return plainCall('concat', args, parser.since(start));
}

function concatArguments(expr: Expr): Expr[] {
  const isConcat =
    expr.type === 'Call' &&
    expr.name === 'concat' &&
    expr.params === null &&
    expr.filterExpr === null &&
    (expr.orderBy ?? null) === null &&
    !expr.distinct;
  return isConcat ? [...expr.args] : [expr];
}

/** `a ?? b` */
export function nullish(parser: Parser, left: Expr, start: number): Call {
  parser.advance();
  const right = parser.expression(Power.Nullish + 1);
  return plainCall('ifNull', [left, right], parser.since(start));
}

/** `a ? b : c`, right-associative. */
export function ternary(parser: Parser, condition: Expr, start: number): Call {
  parser.advance();
  const whenTrue = parser.expression();
  parser.expect(':', "after the value for 'true' of the '?' operator");
  const whenFalse = parser.expression(Power.Ternary);
  return plainCall('if', [condition, whenTrue, whenFalse], parser.since(start));
}
