import type { CTE, Expr, SelectQuery } from '../ast';
import { withImplicitAlias } from './aliases';
import { fromClause } from './from';
import { groupByClause } from './group-by';
import { clauseList } from './lists';
import { assertNewName, atClauseWord, opensOperand, takeName } from './names';
import type { Parser } from './parser';
import { refuseClauses } from './refused-clauses';
import { limitClauses, orderByClause } from './tail';
import type { TokenKind } from './token-kinds';

/** `SELECT ... FROM ... LIMIT ...`, clauses in the order of the language; `start` covers the WITH clause. */
export function selectQuery(parser: Parser, ctes: readonly CTE[], start: number): SelectQuery {
  parser.node();
  parser.expect('SELECT');
  const distinct = distinctKeyword(parser);
  if (parser.at('TOP') && parser.peek(1) === 'number') parser.unsupported('TOP');
  const select = clauseList(parser, selectItem);
  const selectFrom = parser.at('FROM') ? fromClause(parser) : null;
  refuseClauses(parser);
  const prewhere = condition(parser, 'PREWHERE');
  const where = condition(parser, 'WHERE');
  refuseClauses(parser);
  const groupBy = groupByClause(parser);
  const having = condition(parser, 'HAVING');
  refuseClauses(parser);
  const orderBy = orderByClause(parser);
  const limits = limitClauses(parser);
  refuseClauses(parser);
  return {
    type: 'SelectQuery',
    ctes,
    select,
    distinct,
    selectFrom,
    prewhere,
    where,
    groupBy,
    having,
    orderBy,
    ...limits,
    ...parser.since(start),
  };
}

function distinctKeyword(parser: Parser): boolean {
  if (!parser.at('DISTINCT')) return false;
  if (parser.peek(1) === 'ON' && parser.peek(2) === '(') parser.unsupported('DISTINCT ON');
  if (parser.peek(1) !== 'FROM' && !opensOperand(parser, 1)) return false;
  parser.advance();
  return true;
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
