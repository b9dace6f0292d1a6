import type { Expr } from '../ast';
import { clauseList } from './lists';
import { opensOperand } from './names';
import type { Parser } from './parser';

/** `GROUP BY a, b` */
export function groupByClause(parser: Parser): readonly Expr[] | null {
  if (!parser.accept('GROUP')) return null;
  parser.expect('BY', 'after GROUP');
  refuseModes(parser);
  const exprs = clauseList(parser, (inner) => inner.expression());
  const modifier = parser.peek(1);
  if (
    parser.at('WITH') &&
    (modifier === 'TOTALS' || modifier === 'ROLLUP' || modifier === 'CUBE')
  ) {
    parser.unsupported(`GROUP BY ... WITH ${modifier}`);
  }
  return exprs;
}

function refuseModes(parser: Parser): void {
  const { kind } = parser;
  const next = parser.peek(1);
  if (kind === 'ALL' && (next === 'end' || next === ')' || opensOperand(parser, 1))) {
    parser.unsupported('GROUP BY ALL');
  }
  if ((kind === 'ROLLUP' || kind === 'CUBE') && next === '(') {
    parser.unsupported(`GROUP BY ${kind}`);
  }
  if (kind === 'GROUPING' && next === 'SETS') parser.unsupported('GROUPING SETS');
}
