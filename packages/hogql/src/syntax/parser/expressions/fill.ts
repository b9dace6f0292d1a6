import type { InterpolateExpr, WithFill } from '../../ast';
import { takeName } from '../core/names';
import type { Parser } from '../core/parser';

/** `WITH FILL [FROM a] [TO b] [STEP c]` after an ORDER BY expression. */
export function withFill(parser: Parser): WithFill | null {
  if (!parser.at('WITH') || parser.peek(1) !== 'FILL') return null;
  const { start } = parser;
  parser.advance();
  parser.advance();
  const from = parser.accept('FROM') ? parser.expression() : null;
  const to = parser.accept('TO') ? parser.expression() : null;
  const step = parser.accept('STEP') ? parser.expression() : null;
  return { type: 'WithFill', from, to, step, ...parser.since(start) };
}

/** `INTERPOLATE (a, b AS b + 1)`; without a list every column repeats its value, as in the engine. */
export function interpolateClause(parser: Parser): InterpolateExpr[] | null {
  if (!parser.accept('INTERPOLATE')) return null;
  if (!parser.accept('(')) return [];
  const items = [interpolation(parser)];
  while (parser.accept(',') && !parser.at(')')) items.push(interpolation(parser));
  parser.expect(')', 'after the interpolated columns');
  return items;
}

function interpolation(parser: Parser): InterpolateExpr {
  const { start } = parser;
  if (!parser.atName()) parser.fail('the name of a column');
  const name = takeName(parser);
  const value = parser.accept('AS') ? parser.expression() : null;
  return { type: 'InterpolateExpr', name, value, ...parser.since(start) };
}
