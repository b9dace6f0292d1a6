import type { Alias, CTE, Expr } from '../ast';
import { clauseList } from './lists';
import { takeNewName } from './names';
import type { Parser } from './parser';

/** `WITH name AS (select), expr AS name` */
export function withClause(parser: Parser): CTE[] {
  parser.expect('WITH');
  if (parser.at('RECURSIVE') && parser.peek(1) !== 'AS') parser.unsupported('WITH RECURSIVE');
  return clauseList(parser, commonExpression);
}

function commonExpression(parser: Parser): CTE {
  const { start } = parser;
  parser.node();
  refuseVariants(parser);
  const isQuery = parser.atName() && parser.peek(1) === 'AS' && parser.peek(2) === '(';
  if (isQuery) {
    const name = takeNewName(parser, 'a name');
    parser.expect('AS');
    parser.expect('(');
    const expr = parser.statement();
    parser.expect(')', `after the query of '${name}'`);
    return { type: 'CTE', name, cteType: 'subquery', expr, ...parser.since(start) };
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
    ...parser.since(start),
  };
}

/** A lambda swallows the alias at its end (`x -> x AS f`); in WITH it names the lambda. */
function outermostAlias(expr: Expr): Pick<Alias, 'alias' | 'expr'> | null {
  if (expr.type === 'Alias') return expr;
  if (expr.type !== 'Lambda') return null;
  const inner = outermostAlias(expr.expr);
  return inner === null ? null : { alias: inner.alias, expr: { ...expr, expr: inner.expr } };
}

function refuseVariants(parser: Parser): void {
  if (!parser.atName()) return;
  const next = parser.peek(1);
  const isMaterialized =
    next === 'AS' &&
    (parser.peek(2) === 'MATERIALIZED' ||
      (parser.peek(2) === 'NOT' && parser.peek(3) === 'MATERIALIZED'));
  if (isMaterialized) parser.unsupported('WITH ... AS MATERIALIZED');
  if (next === 'USING') parser.unsupported('WITH ... USING KEY');
}
