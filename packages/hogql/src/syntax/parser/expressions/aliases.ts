import type { Alias, Expr } from '../../ast';
import { assertNewName, takeName, takeNewName } from '../core/names';
import { stringLiteral } from '../core/literals';
import type { Parser } from '../core/parser';
import { rejectForeignAlias } from '../core/rejected-clauses';
import type { TokenKind } from '../../lexer/token-kinds';

/** Words that may name a column without AS. Other keywords would be read as the next clause. */
const IMPLICIT_ALIASES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  'ASC',
  'COHORT',
  'DATE',
  'DESCENDING',
  'FINAL',
  'ID',
  'TOP',
  'TOTALS',
]);

/** `expr AS name`, `expr AS 'name'` */
export function aliasOf(parser: Parser, expr: Expr, start: number): Alias {
  parser.expect('AS');
  const alias = aliasName(parser);
  return { type: 'Alias', alias, expr, ...parser.since(start) };
}

function aliasName(parser: Parser): string {
  if (!parser.at('string')) return takeNewName(parser, 'a name after AS');
  const span = parser.here();
  const { value } = stringLiteral(parser);
  const name = typeof value === 'string' ? value : '';
  assertNewName(parser, name, span);
  if (name.includes('%')) parser.reject(`The alias '${name}' must not contain '%'`, span);
  return name;
}

/** `expr name`, only in a SELECT list. */
export function withImplicitAlias(parser: Parser, expr: Expr, start: number): Expr {
  if (expr.type === 'Alias' || !IMPLICIT_ALIASES.has(parser.kind)) return expr;
  rejectForeignAlias(parser);
  const span = parser.here();
  const alias = takeName(parser);
  assertNewName(parser, alias, span);
  return { type: 'Alias', alias, expr, ...parser.since(start) };
}
