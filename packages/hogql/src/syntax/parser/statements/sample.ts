import type { Constant, Placeholder, RatioExpr, SampleExpr } from '../../ast';
import { bracedExpression } from '../expressions/brackets';
import { numberLiteral } from '../core/literals';
import type { Parser } from '../core/parser';

/** `SAMPLE ratio [OFFSET ratio]`, where a ratio is `0.1`, `1/10` or a placeholder. */
export function sampleClause(parser: Parser): SampleExpr | null {
  const { start } = parser;
  if (!parser.accept('SAMPLE')) return null;
  const ratio = ratioExpr(parser);
  const offset = parser.accept('OFFSET') ? ratioExpr(parser) : null;
  return { type: 'SampleExpr', ratio, offset, ...parser.since(start) };
}

function ratioExpr(parser: Parser): RatioExpr | Placeholder {
  parser.node();
  if (parser.at('{')) {
    const braced = bracedExpression(parser);
    if (braced.type === 'Dict') parser.reject('A dictionary cannot be a ratio', braced);
    return braced;
  }
  const { start } = parser;
  const left = ratioNumber(parser);
  const right = parser.accept('/') ? ratioNumber(parser) : null;
  return { type: 'RatioExpr', left, right, ...parser.since(start) };
}

function ratioNumber(parser: Parser): Constant {
  if (!parser.at('number')) parser.fail('a number, a ratio such as 1/10, or a placeholder');
  return numberLiteral(parser);
}
