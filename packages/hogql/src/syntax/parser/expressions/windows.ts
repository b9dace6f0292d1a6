import type {
  Expr,
  NamedWindow,
  WindowExpr,
  WindowFrame,
  WindowFrameBound,
  WindowName,
} from '../../ast';
import { clauseList } from '../core/lists';
import { takeName, takeNewName } from '../core/names';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';
import { orderByClause } from './tail';

/** `OVER (PARTITION BY a ORDER BY b ROWS BETWEEN ...)`, `OVER name` */
export function overClause(parser: Parser): WindowExpr | WindowName {
  parser.expect('OVER');
  if (!parser.atName()) return windowExpr(parser, 'after OVER');
  const { start } = parser;
  const name = takeName(parser);
  return { type: 'WindowName', name, ...parser.since(start) };
}

/** `WINDOW a AS (...), b AS (...)` */
export function windowClause(parser: Parser): NamedWindow[] | null {
  if (!parser.accept('WINDOW')) return null;
  const windows = [namedWindow(parser)];
  while (parser.accept(',')) windows.push(namedWindow(parser));
  return windows;
}

function namedWindow(parser: Parser): NamedWindow {
  const { start } = parser;
  const name = takeNewName(parser, 'the name of a window');
  parser.expect('AS', 'after the name of the window');
  const window = windowExpr(parser, 'after AS');
  return { type: 'NamedWindow', name, window, ...parser.since(start) };
}

function windowExpr(parser: Parser, where: string): WindowExpr {
  const { start } = parser;
  parser.expect('(', where);
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
