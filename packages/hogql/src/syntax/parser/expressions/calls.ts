import type { Call, Expr, Not, NullTreatment, OrderExpr, WindowFunction } from '../../ast';
import { atStatementStart, opensOperand } from '../core/names';
import type { Parser } from '../core/parser';
import { orderByClause } from './tail';
import { overClause } from './windows';

interface Arguments {
  readonly args: readonly Expr[];
  readonly distinct: boolean;
  readonly orderBy: readonly OrderExpr[] | null;
  readonly nulls: NullTreatment | null;
}

/**
 * `name(args)`, `name(params)(args)`, each with DISTINCT, FILTER and IGNORE NULLS, which may also stand inside
 * the parentheses; starts at the first parenthesis.
 */
export function functionCall(
  parser: Parser,
  name: string,
  isQuoted: boolean,
  start: number,
): Call | Not | WindowFunction {
  const first = callArguments(parser);
  const hasParams =
    parser.at('(') && !first.distinct && first.orderBy === null && first.nulls === null;
  const { args, distinct, orderBy, nulls: inner } = hasParams ? callArguments(parser) : first;
  const params = hasParams ? first.args : null;
  rejectModifiers(parser);
  const before = inner ?? nullTreatment(parser);
  const filterExpr = filterClause(parser);
  const nulls = before ?? nullTreatment(parser);
  if (parser.at('OVER') && !distinct && orderBy === null) {
    const over = overClause(parser);
    const window = { name, args, params, filterExpr, nulls, over };
    return { type: 'WindowFunction', ...window, ...parser.since(start) };
  }
  rejectModifiers(parser);
  const span = parser.since(start);
  const only = args.length === 1 ? args[0] : undefined;
  const isNot =
    !isQuoted && name.toLowerCase() === 'not' && params === null && !distinct && orderBy === null;
  if (isNot && only !== undefined && filterExpr === null && nulls === null) {
    return { type: 'Not', expr: only, ...span };
  }
  return { type: 'Call', name, args, params, distinct, filterExpr, orderBy, nulls, ...span };
}

function callArguments(parser: Parser): Arguments {
  parser.expect('(');
  if (atStatementStart(parser)) {
    const query = parser.statement();
    parser.expect(')', 'after the sub-query');
    return { args: [query], distinct: false, orderBy: null, nulls: null };
  }
  const distinct = parser.at('DISTINCT') && (parser.peek(1) === ')' || opensOperand(parser, 1));
  if (distinct) parser.advance();
  const args = argumentList(parser);
  const orderBy = orderByClause(parser);
  const nulls = nullTreatment(parser);
  parser.expect(')', 'after the arguments');
  return { args, distinct, orderBy, nulls };
}

/** `IGNORE NULLS`, `RESPECT NULLS` */
function nullTreatment(parser: Parser): NullTreatment | null {
  if (parser.peek(1) !== 'NULLS') return null;
  const isRespect = parser.at('identifier') && parser.text().toLowerCase() === 'respect';
  if (!isRespect && !parser.at('IGNORE')) return null;
  parser.advance();
  parser.advance();
  return isRespect ? 'RESPECT' : 'IGNORE';
}

function argumentList(parser: Parser): Expr[] {
  const args: Expr[] = [];
  while (!parser.at(')') && !atOrderBy(parser)) {
    // ORDER BY after a parenthesised query belongs to the call.
    const { start } = parser;
    const expr = parser.expression();
    args.push(atOrderBy(parser) ? expr : parser.setAfter(expr, start));
    if (!parser.accept(',')) break;
  }
  if (!parser.at(')') && !atOrderBy(parser) && parser.peek(1) !== 'NULLS') {
    parser.fail("',' or ')'");
  }
  return args;
}

function atOrderBy(parser: Parser): boolean {
  return parser.at('ORDER') && parser.peek(1) === 'BY';
}

/** `FILTER (WHERE condition)` */
function filterClause(parser: Parser): Expr | null {
  if (!parser.at('FILTER') || parser.peek(1) !== '(') return null;
  parser.advance();
  parser.advance();
  parser.expect('WHERE', 'inside FILTER');
  const condition = parser.expression();
  parser.expect(')', 'after the FILTER condition');
  return condition;
}

function rejectModifiers(parser: Parser): void {
  if (parser.at('WITHIN') && parser.peek(1) === 'GROUP') parser.unsupported('WITHIN GROUP');
}
