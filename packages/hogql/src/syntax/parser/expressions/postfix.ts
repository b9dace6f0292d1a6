import type { ArrayAccess, ArraySlice, Expr, TupleAccess, TypeCast } from '../../ast';
import { takeName } from '../core/names';
import { constant } from '../core/nodes';
import type { Parser } from '../core/parser';
import { castTypeName } from './type-names';

/** `a[b]`, `a[b:c]` */
export function access(parser: Parser, array: Expr, start: number): ArrayAccess | ArraySlice {
  return bracketAccess(parser, array, start, false);
}

/** `a.b` on any expression except a plain field, and `a.1` */
export function property(parser: Parser, left: Expr, start: number): Expr {
  parser.expect('.');
  return step(parser, left, start, false);
}

/** `a?.b`, `a?.1`, `a?.[b]` */
export function nullSafeAccess(parser: Parser, left: Expr, start: number): Expr {
  parser.expect('?.');
  return parser.at('[')
    ? bracketAccess(parser, left, start, true)
    : step(parser, left, start, true);
}

function step(
  parser: Parser,
  left: Expr,
  start: number,
  nullish: boolean,
): ArrayAccess | TupleAccess {
  const at = parser.here();
  if (parser.at('number')) {
    const text = parser.text();
    if (text.length > 1 && text.startsWith('0')) {
      parser.reject('A tuple index must not start with a zero', at);
    }
    const index = Number(text);
    if (!Number.isSafeInteger(index)) parser.reject('This tuple index is too large', at);
    parser.advance();
    return { type: 'TupleAccess', tuple: left, index, nullish, ...parser.since(start) };
  }
  if (!parser.atName()) parser.fail("a name or a number after '.'");
  const key = constant(takeName(parser), at);
  return { type: 'ArrayAccess', array: left, property: key, nullish, ...parser.since(start) };
}

function bracketAccess(
  parser: Parser,
  array: Expr,
  start: number,
  nullish: boolean,
): ArrayAccess | ArraySlice {
  parser.expect('[');
  const key = parser.at(':') && !nullish ? null : parser.expression();
  if (!nullish && parser.accept(':')) return slice(parser, array, key, start);
  parser.expect(']', 'after the index');
  if (key === null) return parser.fail('an index');
  return { type: 'ArrayAccess', array, property: key, nullish, ...parser.since(start) };
}

/** `a[from:to]`, starting after the colon */
function slice(parser: Parser, array: Expr, from: Expr | null, start: number): ArraySlice {
  const to = parser.at(']') ? null : parser.expression();
  parser.expect(']', 'after the slice');
  return { type: 'ArraySlice', array, from, to, ...parser.since(start) };
}

/** `a::type` */
export function castSuffix(parser: Parser, expr: Expr, start: number): TypeCast {
  parser.expect('::');
  const typeName = castTypeName(parser);
  return { type: 'TypeCast', expr, typeName, ...parser.since(start) };
}

/** Rejects `a.b(1)` and `(x -> x)(1)`: only functions with a plain name can be called. */
export function callOfExpression(parser: Parser): never {
  return parser.unsupported('A call of anything but a function name');
}
