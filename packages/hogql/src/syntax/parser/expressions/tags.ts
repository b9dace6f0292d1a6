import type { Expr, HogQLXAttribute, HogQLXTag } from '../../ast';
import { stringLiteral } from '../core/literals';
import { constant } from '../core/nodes';
import type { Parser } from '../core/parser';

/** `<Kind name='text' other={expr} flag>text {expr}<Child/></Kind>`, `<Kind/>` */
export function tag(parser: Parser): HogQLXTag {
  parser.enter();
  const { start } = parser;
  parser.expect('tag <');
  const kind = name(parser, 'the name of a tag');
  const attributes: HogQLXAttribute[] = [];
  while (parser.at('tag name')) attributes.push(attribute(parser));
  if (!parser.accept('tag />')) {
    if (!parser.at('tag >')) parser.fail("an attribute, '>' or '/>'");
    parser.advance();
    const between = children(parser, kind);
    if (between !== null) attributes.push(between);
  }
  parser.leave();
  rejectTwoChildren(parser, attributes, start);
  return { type: 'HogQLXTag', kind, attributes, ...parser.since(start) };
}

function name(parser: Parser, what: string): string {
  if (!parser.at('tag name')) parser.fail(what);
  const text = parser.text();
  parser.advance();
  return text;
}

function attribute(parser: Parser): HogQLXAttribute {
  parser.node();
  const { start } = parser;
  const key = name(parser, 'the name of an attribute');
  const value = parser.accept('tag =')
    ? attributeValue(parser)
    : constant(true, parser.since(start));
  return { type: 'HogQLXAttribute', name: key, value, ...parser.since(start) };
}

function attributeValue(parser: Parser): Expr {
  if (parser.at('string')) return stringLiteral(parser);
  if (parser.at('template {')) return braced(parser);
  return parser.fail("a text or '{' after '='");
}

function braced(parser: Parser): Expr {
  parser.expect('template {');
  const expr = parser.expression();
  if (!parser.accept('template }')) parser.fail("'}' after the expression in the tag");
  return expr;
}

/** The content between the tags, and the closing tag; null when there is no content. */
function children(parser: Parser, kind: string): HogQLXAttribute | null {
  const { start } = parser;
  const value: Expr[] = [];
  while (!parser.at('tag </')) value.push(child(parser, kind));
  const span = parser.since(start);
  parser.expect('tag </');
  const at = parser.here();
  const closing = name(parser, 'the name of the tag to close');
  if (closing !== kind) {
    parser.reject(`Opening and closing HogQLX tags must match. Got ${kind} and ${closing}`, at);
  }
  if (!parser.accept('tag >')) parser.fail("'>'");
  return value.length === 0 ? null : { type: 'HogQLXAttribute', name: 'children', value, ...span };
}

function child(parser: Parser, kind: string): Expr {
  parser.node();
  if (parser.at('tag <')) return tag(parser);
  if (parser.at('template {')) return braced(parser);
  if (!parser.at('tag text')) return parser.fail(`'</${kind}>'`);
  const text = constant(parser.text(), parser.here());
  parser.advance();
  return text;
}

function rejectTwoChildren(
  parser: Parser,
  attributes: readonly HogQLXAttribute[],
  start: number,
): void {
  const hasList = attributes.some(({ value }) => Array.isArray(value));
  if (hasList && attributes.filter((item) => item.name === 'children').length > 1) {
    parser.reject(
      "Can't have a HogQLX tag with both children and a 'children' attribute",
      parser.since(start),
    );
  }
}
