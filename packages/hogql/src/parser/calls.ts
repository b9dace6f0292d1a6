import type { Call, Expr, Not, OrderExpr, WindowFunction } from '../ast';
import { atStatementStart, opensOperand } from './names';
import type { Parser } from './parser';
import { orderByClause } from './tail';
import { overClause } from './windows';

interface Arguments {
  readonly args: readonly Expr[];
  readonly distinct: boolean;
  readonly orderBy: readonly OrderExpr[] | null;
}

/** `name(args)`, `name(params)(args)`, each with DISTINCT and FILTER; starts at the first parenthesis. */
export function functionCall(
  parser: Parser,
  name: string,
  isQuoted: boolean,
  start: number,
): Call | Not | WindowFunction {
  const first = callArguments(parser);
  const hasParams = parser.at('(') && !first.distinct && first.orderBy === null;
  const { args, distinct, orderBy } = hasParams ? callArguments(parser) : first;
  const params = hasParams ? first.args : null;
  refuseModifiers(parser);
  const filterExpr = filterClause(parser);
  if (parser.at('OVER') && !distinct && orderBy === null) {
    const over = overClause(parser);
    return { type: 'WindowFunction', name, args, params, filterExpr, over, ...parser.since(start) };
  }
  refuseModifiers(parser);
  const span = parser.since(start);
  const only = args.length === 1 ? args[0] : undefined;
  const isNot =
    !isQuoted && name.toLowerCase() === 'not' && params === null && !distinct && orderBy === null;
  if (isNot && only !== undefined && filterExpr === null) {
    return { type: 'Not', expr: only, ...span };
  }
  return { type: 'Call', name, args, params, distinct, filterExpr, orderBy, ...span };
}

function callArguments(parser: Parser): Arguments {
  parser.expect('(');
  if (atStatementStart(parser)) {
    const query = parser.statement();
    parser.expect(')', 'after the sub-query');
    return { args: [query], distinct: false, orderBy: null };
  }
  const distinct = parser.at('DISTINCT') && (parser.peek(1) === ')' || opensOperand(parser, 1));
  if (distinct) parser.advance();
  const args = argumentList(parser);
  const orderBy = orderByClause(parser);
  parser.expect(')', 'after the arguments');
  return { args, distinct, orderBy };
}

function argumentList(parser: Parser): Expr[] {
  const args: Expr[] = [];
  while (!parser.at(')') && !atOrderBy(parser)) {
    // ORDER BY behind a parenthesised query is that of the call.
    const { start } = parser;
    const expr = parser.expression();
    args.push(atOrderBy(parser) ? expr : parser.setAfter(expr, start));
    if (!parser.accept(',')) break;
  }
  if (!parser.at(')') && !atOrderBy(parser)) parser.fail("',' or ')'");
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

function refuseModifiers(parser: Parser): void {
  if (parser.at('WITHIN') && parser.peek(1) === 'GROUP') parser.unsupported('WITHIN GROUP');
}
