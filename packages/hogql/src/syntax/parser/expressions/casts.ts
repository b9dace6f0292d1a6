import type { Expr, TypeCast } from '../../ast';
import { groupAt } from '../core/lookahead';
import { nameExpression } from './name-expression';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';
import { typeName } from './type-names';

/** `CAST(a AS type)`; `cast(a, 'type')` is an ordinary call. */
export function castCall(parser: Parser): Expr {
  const isCast = parser.peek(1) === '(' && groupAt(parser, 1).hasAs;
  if (!isCast) return nameExpression(parser);
  return { type: 'TypeCast', ...castOperands(parser) };
}

/** `TRY_CAST(a AS type)` */
export function tryCastCall(parser: Parser): Expr {
  if (parser.peek(1) !== '(') return nameExpression(parser);
  return { type: 'TryCast', ...castOperands(parser) };
}

function castOperands(parser: Parser): Omit<TypeCast, 'type'> {
  const { start } = parser;
  parser.advance();
  parser.expect('(');
  const expr = parser.expression(Power.Ternary);
  parser.expect('AS', 'after the value to cast');
  const type = typeName(parser);
  parser.expect(')', 'after the type');
  return { expr, typeName: type, ...parser.since(start) };
}
