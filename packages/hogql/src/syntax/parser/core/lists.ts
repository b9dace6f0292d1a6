import type { Expr } from '../../ast';
import { atClauseWord } from './names';
import type { Parser } from './parser';
import { isKeyword, type TokenKind } from '../../lexer/token-kinds';

/** Expressions up to (not including) `close`, with an optional trailing comma. May be empty. */
export function expressionList(parser: Parser, close: TokenKind): Expr[] {
  const exprs: Expr[] = [];
  while (!parser.at(close)) {
    exprs.push(parser.expressionOrSet());
    if (!parser.accept(',')) break;
  }
  if (!parser.at(close)) parser.fail(`',' or '${close}'`);
  return exprs;
}

/** At least one item, separated by commas; a trailing comma is allowed before the next clause. */
export function clauseList<Item>(parser: Parser, item: (parser: Parser) => Item): Item[] {
  const items = [item(parser)];
  while (parser.accept(',')) {
    if (atListEnd(parser)) break;
    items.push(item(parser));
  }
  return items;
}

function atListEnd(parser: Parser): boolean {
  const { kind } = parser;
  if (kind === 'end' || kind === ')' || kind === ';' || kind === '}') return true;
  return isKeyword(kind) && atClauseWord(parser);
}
