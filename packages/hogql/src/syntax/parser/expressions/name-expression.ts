import type { ColumnsExpr, Expr, Field } from '../../ast';
import { functionCall } from './calls';
import { atBareLambda, bareLambda } from './lambdas';
import { isFreeWord, takeName } from '../core/names';
import { constant } from '../core/nodes';
import type { Parser } from '../core/parser';
import { isNameKind } from '../../lexer/token-kinds';
import { allColumns } from './asterisk';

/** Parses an expression that starts with a word: a field, a call, a lambda, `true` or `false`. */
export function nameExpression(parser: Parser): Expr {
  if (atBareLambda(parser)) return bareLambda(parser);
  if (!isFreeWord(parser)) parser.fail('an expression');
  const at = parser.here();
  const isQuoted = parser.at('quoted identifier');
  const name = takeName(parser);
  if (parser.at('(')) return functionCall(parser, name, isQuoted, at.start);
  if (!parser.at('.')) {
    const literal = isQuoted ? undefined : LITERALS.get(name.toLowerCase());
    if (literal !== undefined) return constant(literal, at);
  }
  return field(parser, name, at.start);
}

const LITERALS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** `.b.c` or `.*` after the first name. The postfix operators read a number (`a.1`). */
function field(parser: Parser, first: string, start: number): Field | ColumnsExpr {
  const chain = [first];
  while (parser.at('.')) {
    const next = parser.peek(1);
    if (next === '*') {
      parser.advance();
      parser.advance();
      return allColumns(parser, chain, start);
    }
    if (!isNameKind(next)) break;
    parser.advance();
    chain.push(takeName(parser));
  }
  return { type: 'Field', chain, ...parser.since(start) };
}
