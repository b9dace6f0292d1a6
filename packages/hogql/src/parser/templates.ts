import type { Expr } from '../ast';
import { Char } from './characters';
import { decodeEscapes } from './escapes';
import { constant, plainCall } from './nodes';
import type { Parser } from './parser';

/** `f'text {expr}'` becomes concat of its parts; a single part stands for itself. */
export function templateString(parser: Parser): Expr {
  const { start } = parser;
  parser.expect('template start');
  const parts: Expr[] = [];
  while (!parser.accept('template end')) parts.push(part(parser));
  const span = parser.since(start);
  const [first, second] = parts;
  if (first === undefined) return constant('', span);
  return second === undefined ? first : plainCall('concat', parts, span);
}

function part(parser: Parser): Expr {
  parser.node();
  if (parser.accept('template {')) {
    const expr = parser.expression();
    if (!parser.accept('template }')) parser.fail("'}' after the expression in the template");
    return expr;
  }
  parser.failIfUnreadable();
  const at = parser.here();
  const text = decodeEscapes(parser.source, at.start, at.end, Char.Quote, "'{");
  parser.expect('template text');
  return constant(text, at);
}
