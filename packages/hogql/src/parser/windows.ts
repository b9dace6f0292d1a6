import type { Expr, WindowExpr, WindowFrame, WindowFrameBound } from '../ast';
import { clauseList } from './lists';
import type { Parser } from './parser';
import { Power } from './powers';
import { orderByClause } from './tail';

/** `OVER (PARTITION BY a ORDER BY b ROWS BETWEEN ...)` */
export function overClause(parser: Parser): WindowExpr {
  parser.expect('OVER');
  if (parser.atName()) parser.unsupported('A named window (OVER name)');
  const { start } = parser;
  parser.expect('(', 'after OVER');
  const partitionBy = partitionClause(parser);
  const orderBy = orderByClause(parser) ?? [];
  const frame = frameClause(parser);
  parser.expect(')', 'after the window');
  return { type: 'WindowExpr', partitionBy, orderBy, frame, ...parser.since(start) };
}

function partitionClause(parser: Parser): Expr[] {
  if (!parser.accept('PARTITION')) return [];
  parser.expect('BY', 'after PARTITION');
  return clauseList(parser, (inner) => inner.expression());
}

function frameClause(parser: Parser): WindowFrame | null {
  const { start, kind } = parser;
  if (kind !== 'ROWS' && kind !== 'RANGE') return null;
  parser.advance();
  const hasEnd = parser.accept('BETWEEN');
  const from = frameBound(parser);
  if (hasEnd) parser.expect('AND', 'between the two bounds of the window frame');
  const to = hasEnd ? frameBound(parser) : null;
  return { type: 'WindowFrame', method: kind, from, to, ...parser.since(start) };
}

function frameBound(parser: Parser): WindowFrameBound {
  const { start } = parser;
  parser.node();
  if (parser.accept('CURRENT')) {
    parser.expect('ROW', 'after CURRENT');
    return {
      type: 'WindowFrameBound',
      direction: 'CURRENT ROW',
      value: null,
      ...parser.since(start),
    };
  }
  const value = parser.accept('UNBOUNDED') ? null : parser.expression(Power.Ternary);
  const { kind } = parser;
  if (kind !== 'PRECEDING' && kind !== 'FOLLOWING') return parser.fail('PRECEDING or FOLLOWING');
  parser.advance();
  return { type: 'WindowFrameBound', direction: kind, value, ...parser.since(start) };
}
