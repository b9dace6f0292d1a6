import type { Expr } from '../../ast';
import { stringLiteral } from '../core/literals';
import { nameExpression } from './name-expression';
import { plainCall } from '../core/nodes';
import type { Parser } from '../core/parser';
import { templateString } from './templates';
import type { TokenKind } from '../../lexer/token-kinds';

const FUNCTIONS: ReadonlyMap<TokenKind, string> = new Map<TokenKind, string>([
  ['BOTH', 'trim'],
  ['LEADING', 'trimLeft'],
  ['TRAILING', 'trimRight'],
]);

/** `TRIM(BOTH 'x' FROM a)`; `trim(a)` is an ordinary call. */
export function trimCall(parser: Parser): Expr {
  const name = parser.peek(1) === '(' ? FUNCTIONS.get(parser.peek(2)) : undefined;
  const first = parser.peek(3);
  if (name === undefined || (first !== 'string' && first !== 'template start')) {
    return nameExpression(parser);
  }
  const { start } = parser;
  parser.expect('TRIM');
  parser.expect('(');
  parser.advance();
  const characters = parser.at('string') ? stringLiteral(parser) : templateString(parser);
  parser.expect('FROM', 'after the characters to trim');
  const text = parser.expression();
  parser.expect(')', 'after the text to trim');
  return plainCall(name, [text, characters], parser.since(start));
}
