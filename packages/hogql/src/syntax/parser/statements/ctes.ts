import type { Alias, CTE, Expr } from '../../ast';
import { clauseList } from '../core/lists';
import { takeNewName } from '../core/names';
import { columnNames } from './tables';
import type { Parser } from '../core/parser';
import { isNameKind } from '../../lexer/token-kinds';

/** `WITH name AS (select), expr AS name` */
export function withClause(parser: Parser): CTE[] {
  parser.expect('WITH');
  const recursive = parser.at('RECURSIVE') && parser.peek(1) !== 'AS' && parser.peek(1) !== ',';
  if (recursive) parser.advance();
  return clauseList(parser, (inner) => ({ ...commonExpression(inner), recursive }));
}

function commonExpression(parser: Parser): CTE {
  const { start } = parser;
  parser.node();
  if (parser.atName() && parser.peek(1) === 'USING') parser.unsupported('WITH ... USING KEY');
  if (startsQuery(parser)) {
    const name = takeNewName(parser, 'a name');
    const columns = columnNames(parser);
    parser.expect('AS');
    const materialized = materializedWord(parser);
    parser.expect('(');
    const expr = parser.statement();
    parser.expect(')', `after the query of '${name}'`);
    const span = parser.since(start);
    return { type: 'CTE', name, cteType: 'subquery', expr, materialized, columns, ...span };
  }
  const expr = parser.expression();
  const endsInName = parser.previousKind !== ')' && parser.previousKind !== 'string';
  const named = endsInName ? outermostAlias(expr) : null;
  if (named === null) return parser.fail('AS and a name in the WITH clause');
  return {
    type: 'CTE',
    name: named.alias,
    cteType: 'column',
    expr: named.expr,
    materialized: false,
    columns: null,
    ...parser.since(start),
  };
}

/** A lambda includes the alias at its end (`x -> x AS f`); in WITH it names the lambda. */
function outermostAlias(expr: Expr): Pick<Alias, 'alias' | 'expr'> | null {
  if (expr.type === 'Alias') return expr;
  if (expr.type !== 'Lambda') return null;
  const inner = outermostAlias(expr.expr);
  return inner === null ? null : { alias: inner.alias, expr: { ...expr, expr: inner.expr } };
}

/** Whether `name AS [NOT MATERIALIZED] (` or `name(a, b) AS (` starts here; a scalar ends with AS and a name. */
function startsQuery(parser: Parser): boolean {
  if (!parser.atName()) return false;
  let ahead = 1;
  if (parser.peek(ahead) === '(') {
    while (isNameKind(parser.peek(ahead + 1)) && parser.peek(ahead + 2) === ',') ahead += 2;
    if (!isNameKind(parser.peek(ahead + 1)) || parser.peek(ahead + 2) !== ')') return false;
    ahead += 3;
  }
  if (parser.peek(ahead) !== 'AS') return false;
  const next = parser.peek(ahead + 1);
  if (next === '(') return true;
  if (next === 'NOT') return parser.peek(ahead + 2) === 'MATERIALIZED';
  return next === 'MATERIALIZED' && parser.peek(ahead + 2) === '(';
}

/** A hint for the execution only: both words are accepted, and PostHog keeps the positive one. */
function materializedWord(parser: Parser): boolean {
  const isNegated = parser.accept('NOT');
  return parser.accept('MATERIALIZED') && !isNegated;
}
