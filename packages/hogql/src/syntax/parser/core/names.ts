import type { Parser } from './parser';
import { decodeEscapes } from '../../lexer/escapes';
import { isControl } from '../../lexer/characters';
import { isKeyword, isNameKind, type TokenKind } from '../../lexer/token-kinds';
import type { Span } from '../../ast';

/** Words that must not be names: three are literals, `team_id` would shadow the project guard. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['true', 'false', 'null', 'team_id']);

/**
 * Keywords that open or continue a clause; whether the word is a column of that name depends on the tokens after it.
 */
const CLAUSE_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'ALL',
  'AND',
  'AS',
  'BETWEEN',
  'BY',
  'DISTINCT',
  'ELSE',
  'EXCEPT',
  'FROM',
  'GROUP',
  'HAVING',
  'ILIKE',
  'IN',
  'INTERSECT',
  'IS',
  'JOIN',
  'LIKE',
  'LIMIT',
  'OFFSET',
  'ON',
  'OR',
  'ORDER',
  'PREWHERE',
  'QUALIFY',
  'SAMPLE',
  'SELECT',
  'SETTINGS',
  'THEN',
  'UNION',
  'USING',
  'WHEN',
  'WHERE',
  'WINDOW',
  'WITH',
]);

/** Tokens that can only follow a value, so the word before them is a name. */
const FOLLOWS_NAME: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'end',
  ')',
  ']',
  '}',
  'template }',
  ',',
  ';',
  '.',
  '?.',
  '?',
  '??',
  ':',
  '::',
  '->',
  '||',
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '<=>',
  '=~',
  '=~*',
  '!~',
  '!~*',
  'AND',
  'AS',
  'ASC',
  'BETWEEN',
  'DESC',
  'ELSE',
  'END',
  'FROM',
  'ILIKE',
  'IN',
  'IS',
  'LIKE',
  'NOT',
  'OR',
  'THEN',
  'WHEN',
]);

/** Keywords of clauses that are a column if another clause follows directly: `GROUP BY tool, window HAVING a`. */
const COLUMN_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'GROUP',
  'HAVING',
  'LIMIT',
  'OFFSET',
  'ORDER',
  'QUALIFY',
  'SAMPLE',
  'SETTINGS',
  'WINDOW',
]);

/** Keywords whose clause is one expression. */
const CONDITION_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'HAVING',
  'LIMIT',
  'OFFSET',
  'PREWHERE',
  'QUALIFY',
  'WHERE',
]);

/** The most clause keywords in a row that are checked: `where limit limit 5`. */
const MOST_WORDS = 4;

/** Whether the current word is used as a clause keyword, not as a column or placeholder of the same name. */
export function atClauseWord(parser: Parser): boolean {
  const { kind } = parser;
  if (!CLAUSE_WORDS.has(kind)) {
    return (kind === 'LEFT' || kind === 'INNER' || kind === 'ARRAY') && opensJoin(parser);
  }
  if (COLUMN_WORDS.has(kind) && opensClause(parser, 1)) return false;
  const next = parser.peek(1);
  if (kind === 'FROM') return isKeyword(next) || !FOLLOWS_NAME.has(next);
  if (next === '(' && isOperatorWord(kind)) return false;
  return !FOLLOWS_NAME.has(next);
}

/** Whether the word `ahead` opens a clause, so that the expression before it has ended. */
function opensClause(parser: Parser, ahead: number): boolean {
  const next = parser.peek(ahead + 1);
  const kind = parser.peek(ahead);
  if (kind === 'GROUP' || kind === 'ORDER') return next === 'BY';
  if (!CONDITION_WORDS.has(kind) || FOLLOWS_NAME.has(next)) return false;
  return ahead > MOST_WORDS || !opensClause(parser, ahead + 1);
}

function opensJoin(parser: Parser): boolean {
  const next = parser.peek(1);
  return next === 'JOIN' || (next === 'ARRAY' && parser.peek(2) === 'JOIN');
}

/** `and(a, b)`, `in(a, b)`: operators that also exist as functions. */
function isOperatorWord(kind: TokenKind): boolean {
  return kind === 'AND' || kind === 'OR' || kind === 'IN' || kind === 'LIKE' || kind === 'ILIKE';
}

/** Text of a name token; the caller has checked that the current token is one. */
export function takeName(parser: Parser): string {
  const span = parser.here();
  const name =
    parser.kind === 'quoted identifier'
      ? decodeQuotedName(parser, span)
      : parser.source.slice(span.start, span.end);
  parser.advance();
  return name;
}

function decodeQuotedName(parser: Parser, span: Span): string {
  const quote = parser.source.charAt(span.start);
  const name = decodeEscapes(
    parser.source,
    span.start + 1,
    span.end - 1,
    quote.charCodeAt(0),
    quote,
  );
  if (name === '') parser.reject('A name must not be empty', span);
  if (name.includes('%')) parser.reject(`The name '${name}' must not contain '%'`, span);
  for (let at = 0; at < name.length; at++) {
    if (isControl(name.charCodeAt(at))) {
      parser.reject('A name must not contain control characters', span);
    }
  }
  return name;
}

/** A name that the statement introduces: alias, CTE, lambda argument. */
export function takeNewName(parser: Parser, what: string): string {
  if (!parser.atName()) parser.fail(what);
  const span = parser.here();
  const name = takeName(parser);
  assertNewName(parser, name, span);
  return name;
}

export function assertNewName(parser: Parser, name: string, span: Span): void {
  if (name === '') parser.reject('An alias must not be empty', span);
  if (RESERVED_NAMES.has(name.toLowerCase())) {
    parser.reject(`"${name}" cannot be an alias or identifier, as it's a reserved keyword`, span);
  }
}

/** Whether the word can be a value: plain names, and keywords that are not used as such here. */
export function isFreeWord(parser: Parser): boolean {
  return isNameKind(parser.kind) && !(isKeyword(parser.kind) && atClauseWord(parser));
}

/** Tokens that may follow a value but more often start one: `select *`, `distinct -x`, `case not a`. */
const OPENS_OPERAND: ReadonlySet<TokenKind> = new Set<TokenKind>(['*', '-', '+', 'NOT']);

/** Whether an expression follows the current word, neither FROM nor another clause. */
export function opensValue(parser: Parser): boolean {
  return parser.peek(1) !== 'FROM' && !opensClause(parser, 1) && opensOperand(parser, 1);
}

/** Whether the token `ahead` starts a value, so that the word before it is used as a keyword. */
export function opensOperand(parser: Parser, ahead: number): boolean {
  const kind = parser.peek(ahead);
  if (OPENS_OPERAND.has(kind)) return true;
  if (!FOLLOWS_NAME.has(kind)) return true;
  return isKeyword(kind) && parser.peek(ahead + 1) === '(';
}

/** Whether the parser is at a SELECT or WITH that starts a statement inside an expression. */
export function atStatementStart(parser: Parser): boolean {
  return (parser.at('SELECT') || parser.at('WITH')) && opensOperand(parser, 1);
}
