import type { Lambda } from '../../ast';
import { takeNewName } from '../core/names';
import type { Parser } from '../core/parser';
import { isNameKind } from '../../lexer/token-kinds';

/** Number of tokens in `a, b, c[,]` starting `ahead` tokens from here; 0 if there is no name. */
function nameListLength(parser: Parser, ahead: number): number {
  let length = 0;
  while (isNameKind(parser.peek(ahead + length))) {
    length++;
    if (parser.peek(ahead + length) !== ',') break;
    length++;
  }
  return length;
}

/**
 * Whether `x -> ...` or `x, y -> ...` starts here. In every position the language reads a list without parentheses
 * before an arrow as the lambda's arguments, so `f(a, x -> x)` has one argument.
 */
export function atBareLambda(parser: Parser): boolean {
  const next = parser.peek(1);
  if (next === '->') return true;
  if (next !== ',' || parser.tokenIndex < parser.noLambdaBefore) return false;
  const length = nameListLength(parser, 0);
  if (parser.peek(length) === '->') return true;
  parser.noLambdaBefore = parser.tokenIndex + length;
  return false;
}

export function bareLambda(parser: Parser): Lambda {
  const { start } = parser;
  return body(parser, argumentNames(parser), start);
}

/** `(x, y) -> ...` and `() -> ...`; null when the parentheses are not a lambda's. */
export function parenthesisedLambda(parser: Parser): Lambda | null {
  const length = nameListLength(parser, 1);
  if (parser.peek(1 + length) !== ')' || parser.peek(2 + length) !== '->') return null;
  const { start } = parser;
  parser.expect('(');
  const args = parser.at(')') ? [] : argumentNames(parser);
  parser.expect(')');
  return body(parser, args, start);
}

/** Whether `lambda x, y: ...` starts here; `lambda` alone is a name. */
export function atColonLambda(parser: Parser): boolean {
  const length = nameListLength(parser, 1);
  return length > 0 && parser.peek(1 + length) === ':';
}

export function colonLambda(parser: Parser): Lambda {
  const { start } = parser;
  parser.expect('LAMBDA');
  const args = argumentNames(parser);
  parser.expect(':');
  return { type: 'Lambda', args, expr: parser.expression(), ...parser.since(start) };
}

function argumentNames(parser: Parser): string[] {
  const names: string[] = [];
  do {
    names.push(takeNewName(parser, 'a name for the lambda argument'));
  } while (parser.accept(',') && parser.atName());
  return names;
}

function body(parser: Parser, args: string[], start: number): Lambda {
  parser.expect('->');
  const expr = parser.expression();
  return { type: 'Lambda', args, expr, ...parser.since(start) };
}
