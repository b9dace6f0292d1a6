import type { Expr, OrderExpr, Statement } from '../ast';
import { expression } from './expressions/expression';
import { DEFAULT_PARSE_LIMITS, isDeeperThan, type ParseLimits } from './core/limits';
import { tokenize, tokenizeTemplate } from '../lexer/lexer';
import { Parser, type Grammar } from './core/parser';
import { rejectForeignClause, rejectMisplacedClause } from './core/rejected-clauses';
import { statement, statementAfter } from './statements/statement';
import { orderExpr } from './expressions/tail';
import { wholeTemplate } from './expressions/templates';
import type { Tokens } from '../lexer/tokens';
import { HogQLError } from '../errors';

const GRAMMAR: Grammar = { expression, statement, statementAfter };

/**
 * Parses one SELECT or one set of them; a single `;` may follow.
 * @throws HogQLError `hogql_syntax_error` for a malformed or oversized text, `hogql_not_implemented` for a construct
 * that is not supported, `hogql_query_error` for one that no query may use.
 */
export function parseSelect(source: string, limits?: Partial<ParseLimits>): Statement {
  return parseAll(source, limits, 'the query', (parser) => {
    const query = parser.statement();
    parser.accept(';');
    return query;
  });
}

/** Parses one expression, such as an entry of a `select` or `where` list. Throws as {@link parseSelect}. */
export function parseExpr(source: string, limits?: Partial<ParseLimits>): Expr {
  return parseAll(source, limits, 'expression', (parser) => parser.expression());
}

/** Parses one entry of an `orderBy` list: an expression with ASC or DESC. Throws as {@link parseSelect}. */
export function parseOrderExpr(source: string, limits?: Partial<ParseLimits>): OrderExpr {
  return parseAll(source, limits, 'expression', orderExpr);
}

/**
 * Parses a separate template, such as a text with `{expressions}` in it, as the concat of its parts. Throws as {@link
 * parseSelect}.
 */
export function parseTemplate(source: string, limits?: Partial<ParseLimits>): Expr {
  return parseAll(source, limits, 'the template', wholeTemplate, tokenizeTemplate);
}

function parseAll<Node extends object>(
  source: string,
  limits: Partial<ParseLimits> | undefined,
  what: string,
  rule: (parser: Parser) => Node,
  tokensOf: (source: string) => Tokens = tokenize,
): Node {
  const bounds = { ...DEFAULT_PARSE_LIMITS, ...limits };
  if (source.length > bounds.maxLength) {
    throw new HogQLError(
      'hogql_syntax_error',
      `The query is too long: ${source.length} characters, at most ${bounds.maxLength} are allowed`,
      { start: bounds.maxLength, end: source.length },
    );
  }
  const parser = new Parser(bounds, GRAMMAR, tokensOf(source));
  const node = rule(parser);
  if (!parser.at('end')) trailing(parser, what);
  if (parser.mayExceedDepth && isDeeperThan(node, bounds.maxDepth)) parser.tooDeep();
  return node;
}

function trailing(parser: Parser, what: string): never {
  parser.failIfUnreadable();
  rejectForeignClause(parser);
  rejectMisplacedClause(parser);
  return parser.reject(
    `trailing tokens after ${what}: expected the end of the query, found ${parser.describe()}${parser.hint()}`,
    { start: parser.start, end: parser.source.length },
  );
}

export { DEFAULT_PARSE_LIMITS, type ParseLimits } from './core/limits';
