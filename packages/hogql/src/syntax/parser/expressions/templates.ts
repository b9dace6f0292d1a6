import type { Expr, Span } from '../../ast';
import { Char } from '../../lexer/characters';
import { decodeEscapes } from '../../lexer/escapes';
import { constant, plainCall } from '../core/nodes';
import type { Parser } from '../core/parser';

/** `f'text {expr}'` becomes a concat of its parts; a single part becomes the expression itself. */
export function templateString(parser: Parser): Expr {
  const { start } = parser;
  parser.expect('template start');
  const parts: Expr[] = [];
  while (!parser.accept('template end')) parts.push(part(parser, quotedText));
  return joined(parts, parser.since(start));
}

/** A separate template, up to the end of the text. */
export function wholeTemplate(parser: Parser): Expr {
  const parts: Expr[] = [];
  while (!parser.at('end')) parts.push(part(parser, bareText));
  return joined(parts, parser.since(0));
}

function joined(parts: readonly Expr[], span: Span): Expr {
  const [first, second] = parts;
  if (first === undefined) return constant('', span);
  return second === undefined ? first : plainCall('concat', parts, span);
}

type TextOf = (parser: Parser, at: Span) => string;

const quotedText: TextOf = (parser, { start, end }) =>
  decodeEscapes(parser.source, start, end, Char.Quote, "'{");

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
  '\\': '\\',
  '{': '{',
};

/** Outside quotes a backslash that escapes nothing is an ordinary character. */
const bareText: TextOf = (parser, { start, end }) =>
  parser.source
    .slice(start, end)
    .replace(/\\([abfnrtv0\\{])/g, (whole, letter: string) => ESCAPES[letter] ?? whole);

function part(parser: Parser, textOf: TextOf): Expr {
  parser.node();
  if (parser.accept('template {')) {
    const expr = parser.expression();
    if (!parser.accept('template }')) parser.fail("'}' after the expression in the template");
    return expr;
  }
  parser.failIfUnreadable();
  const at = parser.here();
  const text = textOf(parser, at);
  parser.expect('template text');
  return constant(text, at);
}
