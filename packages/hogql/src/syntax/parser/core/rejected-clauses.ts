import type { Parser } from './parser';
import type { TokenKind } from '../../lexer/token-kinds';

/** Clauses of the language that are not supported, by the keyword that opens them. */
const UNSUPPORTED: ReadonlyMap<TokenKind, string> = new Map<TokenKind, string>([
  ['SETTINGS', 'SETTINGS'],
  ['PIVOT', 'PIVOT'],
  ['UNPIVOT', 'UNPIVOT'],
]);

/** Words of other SQL dialects at the end of a statement. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['format', 'FORMAT is not allowed: results are always returned as JSON'],
  ['into', 'INTO OUTFILE is not allowed'],
]);

/** Rejects a clause that would otherwise look like the end of the statement. */
export function rejectClauses(parser: Parser): void {
  const construct = UNSUPPORTED.get(parser.kind);
  if (construct !== undefined) parser.unsupported(construct);
  if (parser.at('FINAL')) parser.forbid(FINAL_MESSAGE);
  rejectForeignClause(parser);
}

export const FINAL_MESSAGE = 'FINAL is not allowed: it makes queries very slow';

export function rejectForeignClause(parser: Parser): void {
  if (parser.at('FOR'))
    parser.reject('FOR UPDATE is not allowed: queries only read', parser.here());
  if (!parser.at('identifier')) return;
  const message = FOREIGN.get(parser.text().toLowerCase());
  if (message !== undefined) parser.reject(message, parser.here());
}

/** Rejects `... format JSON`, which would otherwise be read as an alias followed by an unexpected word. */
export function rejectForeignAlias(parser: Parser): void {
  if (parser.at('identifier') && parser.peek(1) === 'identifier') rejectForeignClause(parser);
}

const CLAUSES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'FROM',
  'PREWHERE',
  'WHERE',
  'GROUP',
  'HAVING',
  'QUALIFY',
  'WINDOW',
  'ORDER',
  'LIMIT',
  'OFFSET',
]);

/** Rejects a misplaced or repeated clause after the end of the statement. */
export function rejectMisplacedClause(parser: Parser): void {
  if (!CLAUSES.has(parser.kind)) return;
  parser.reject(
    `${parser.kind} cannot stand here: clauses follow the order FROM, PREWHERE, WHERE, GROUP BY, HAVING, QUALIFY, WINDOW, ORDER BY, LIMIT, OFFSET, each once`,
    parser.here(),
  );
}
