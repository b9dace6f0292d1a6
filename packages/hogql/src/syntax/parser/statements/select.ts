import type { CTE, Expr, LimitByExpr, SelectQuery } from '../../ast';
import { withImplicitAlias } from '../expressions/aliases';
import { arrayJoinClause, rejectArrayJoin } from './array-join';
import { interpolateClause } from '../expressions/fill';
import { fromClause } from './from';
import { groupByClause } from './group-by';
import { clauseList, expressionList } from '../core/lists';
import { assertNewName, atClauseWord, opensOperand, takeName } from '../core/names';
import { constant } from '../core/nodes';
import type { Parser } from '../core/parser';
import { rejectClauses } from '../core/rejected-clauses';
import { limitClauses, orderByClause } from '../expressions/tail';
import type { TokenKind } from '../../lexer/token-kinds';
import { windowClause } from '../expressions/windows';

/** `SELECT ... FROM ... LIMIT ...`, clauses in the order of the language; `start` covers the WITH clause. */
export function selectQuery(parser: Parser, ctes: readonly CTE[], start: number): SelectQuery {
  parser.node();
  parser.expect('SELECT');
  const { distinct, distinctOn } = distinctKeyword(parser);
  if (parser.at('TOP') && parser.peek(1) === 'number') parser.unsupported('TOP');
  const select = clauseList(parser, selectItem);
  const selectFrom = parser.at('FROM') ? fromClause(parser) : null;
  rejectClauses(parser);
  const arrayJoin = selectFrom === null ? rejectArrayJoin(parser) : arrayJoinClause(parser);
  rejectClauses(parser);
  const prewhere = condition(parser, 'PREWHERE');
  const where = condition(parser, 'WHERE');
  rejectClauses(parser);
  const grouping = groupByClause(parser);
  const having = condition(parser, 'HAVING');
  const qualify = condition(parser, 'QUALIFY');
  const windows = windowClause(parser);
  rejectClauses(parser);
  const orderBy = orderByClause(parser);
  const interpolate = orderBy === null ? null : interpolateClause(parser);
  const limits = limitClauses(parser);
  if (distinctOn !== null && limits.limitBy !== null) {
    parser.reject('DISTINCT ON and LIMIT BY exclude each other', distinctOn);
  }
  rejectClauses(parser);
  return {
    type: 'SelectQuery',
    ctes,
    select,
    distinct,
    selectFrom,
    arrayJoin,
    prewhere,
    where,
    ...grouping,
    having,
    qualify,
    windows,
    orderBy,
    interpolate,
    ...limits,
    limitBy: limits.limitBy ?? distinctOn,
    ...parser.since(start),
  };
}

interface Distinct {
  readonly distinct: boolean;
  /** `DISTINCT ON (a)` keeps the first row of each a, as `LIMIT 1 BY a` does. */
  readonly distinctOn: LimitByExpr | null;
}

function distinctKeyword(parser: Parser): Distinct {
  const { start } = parser;
  const plain = { distinct: false, distinctOn: null };
  if (!parser.at('DISTINCT')) return plain;
  if (parser.peek(1) === 'ON' && parser.peek(2) === '(') {
    parser.advance();
    parser.advance();
    parser.expect('(');
    const exprs = expressionList(parser, ')');
    if (exprs.length === 0) parser.fail('an expression');
    parser.expect(')', 'after the columns of DISTINCT ON');
    const span = parser.since(start);
    return {
      distinct: false,
      distinctOn: { type: 'LimitByExpr', n: constant(1, span), offset: null, exprs, ...span },
    };
  }
  if (parser.peek(1) !== 'FROM' && !opensOperand(parser, 1)) return plain;
  parser.advance();
  return { distinct: true, distinctOn: null };
}

/** `expr`, `expr AS name`, `expr name`, `name: expr` */
function selectItem(parser: Parser): Expr {
  const { start } = parser;
  if (parser.atName() && parser.peek(1) === ':') return aliasBefore(parser, start);
  if (parser.at('FROM') && atClauseWord(parser)) parser.fail('a column between SELECT and FROM');
  const expr = parser.expression();
  return withImplicitAlias(parser, expr, start);
}

function aliasBefore(parser: Parser, start: number): Expr {
  const at = parser.here();
  const alias = takeName(parser);
  assertNewName(parser, alias, at);
  parser.expect(':');
  const expr = parser.expression();
  return { type: 'Alias', alias, expr, ...parser.since(start) };
}

function condition(parser: Parser, keyword: TokenKind): Expr | null {
  return parser.accept(keyword) ? parser.expression() : null;
}
