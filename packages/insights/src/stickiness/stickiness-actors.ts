import type { StickinessQuery } from '@tidemark/contracts';
import type { InsightActors, InsightPoint } from '../insight-actors';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import { ast, number } from '../sql/ast';
import { statement } from '../sql/template';
import { stickinessPeriods } from './plan-stickiness';
import { OPERATORS, activeIntervals } from './statement';

/**
 * The actors that were active in so many intervals (`wire/insights.md` §8.2); in cumulative mode in at least as
 * many, else as its operator says. Without a number all that were active.
 */
export function stickinessActors(
  query: StickinessQuery,
  { day, series, compare, operator }: InsightPoint,
  context: InsightContext,
): InsightActors {
  const index = series ?? 0;
  const period = stickinessPeriods(query, context).find(
    ({ name }) => name === (compare ?? 'current'),
  );
  if (period === undefined) throw new InsightError('The query compares nothing', 'compare');
  const isCumulative = query.stickinessFilter?.computedAs === 'cumulative';
  const asked = isCumulative ? 'gte' : (operator ?? 'exact');
  const where =
    day === null || day === undefined
      ? ast.constant(true)
      : ast.compare(OPERATORS[asked], ast.field('intervals'), number(intervalsOf(day)));
  return {
    statement: statement(
      'SELECT actor AS actor_id, event_count, intervals FROM ({active}) WHERE {where}',
      { active: activeIntervals(query, index, period.range, context), where },
    ),
    columns: ['actor_id', 'event_count', 'intervals'],
    groupTypeIndex: query.series[index]?.math_group_type_index ?? null,
  };
}

function intervalsOf(day: string | number): number {
  const intervals = Number(day);
  if (Number.isInteger(intervals)) return intervals;
  throw new InsightError('The day of stickiness is a number of intervals', 'day');
}
