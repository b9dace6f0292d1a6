import type { Expr, GroupByMode, Tuple } from '../../ast';
import { clauseList, expressionList } from '../core/lists';
import { opensOperand } from '../core/names';
import type { Parser } from '../core/parser';

interface Grouping {
  readonly groupBy: readonly Expr[] | null;
  readonly groupByMode: GroupByMode | null;
  readonly withTotals: boolean;
}

type Groups = Omit<Grouping, 'withTotals'>;

/** The GROUP BY clause with `WITH TOTALS` after it, which is also allowed without GROUP BY. */
export function groupByClause(parser: Parser): Grouping {
  const groups = groupsOf(parser);
  const withTotals = parser.at('WITH') && parser.peek(1) === 'TOTALS';
  if (withTotals) {
    parser.advance();
    parser.advance();
  }
  return { ...groups, withTotals };
}

/** `GROUP BY a, b`, `ALL`, `ROLLUP(a, b)`, `CUBE(a, b)`, `GROUPING SETS((a), ())`, `a, b WITH ROLLUP` */
function groupsOf(parser: Parser): Groups {
  if (!parser.accept('GROUP')) return { groupBy: null, groupByMode: null };
  parser.expect('BY', 'after GROUP');
  const { kind } = parser;
  const next = parser.peek(1);
  if (kind === 'ALL' && (next === 'end' || next === ')' || opensOperand(parser, 1))) {
    parser.advance();
    return { groupBy: null, groupByMode: 'all' };
  }
  if ((kind === 'ROLLUP' || kind === 'CUBE') && next === '(') {
    parser.advance();
    const groupBy = bracketed(parser).exprs;
    if (groupBy.length === 0) parser.fail('an expression');
    return { groupBy, groupByMode: kind === 'ROLLUP' ? 'rollup' : 'cube' };
  }
  if (kind === 'GROUPING' && next === 'SETS') {
    parser.advance();
    parser.advance();
    return { groupBy: groupingSets(parser), groupByMode: 'grouping_sets' };
  }
  const groupBy = clauseList(parser, (inner) => inner.expression());
  return { groupBy, groupByMode: trailingMode(parser) };
}

/** `WITH ROLLUP` and `WITH CUBE` after the list mean the same as the words before it. */
function trailingMode(parser: Parser): GroupByMode | null {
  if (!parser.at('WITH')) return null;
  const modifier = parser.peek(1);
  if (modifier !== 'ROLLUP' && modifier !== 'CUBE') return null;
  parser.advance();
  parser.advance();
  return modifier === 'ROLLUP' ? 'rollup' : 'cube';
}

function groupingSets(parser: Parser): Tuple[] {
  parser.expect('(', 'after GROUPING SETS');
  const sets = [bracketed(parser)];
  while (parser.accept(',')) sets.push(bracketed(parser));
  parser.expect(')', 'after the grouping sets');
  return sets;
}

function bracketed(parser: Parser): Tuple {
  const { start } = parser;
  parser.node();
  parser.expect('(', 'before a set of columns');
  const exprs = expressionList(parser, ')');
  parser.expect(')', 'after a set of columns');
  return { type: 'Tuple', exprs, ...parser.since(start) };
}
