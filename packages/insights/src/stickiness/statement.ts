import type { StickinessQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { momentOf, startOf, timestamp } from '../date-range/bucket-expr';
import type { DateRange } from '../date-range/resolve-date-range';
import { startOfInterval } from '../date-range/zoned';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import type { Actor } from '../series/actor';
import { actorOf } from '../series/actor';
import { EVENTS, seriesCondition } from '../series/condition';
import { userExpr } from '../series/user-expr';
import { inRange, queryFilters } from '../series/query-filters';
import { ast, number, text } from '../sql/ast';
import { expr, statement } from '../sql/template';

/** One row per number of intervals: how many actors were active in that many (`wire/insights.md` §8). */
export function stickinessStatement(
  query: StickinessQuery,
  index: number,
  range: DateRange,
  context: InsightContext,
): Statement {
  return statement('SELECT intervals, count() AS actors FROM ({active}) GROUP BY intervals', {
    active: activeIntervals(query, index, range, context),
  });
}

/** One row per actor: in how many intervals it was active, and with how many events. */
export function activeIntervals(
  query: StickinessQuery,
  index: number,
  range: DateRange,
  context: InsightContext,
): Statement {
  const node = query.series[index];
  const field = `series.${index}`;
  if (node === undefined) throw new InsightError('The query has no such series', 'series');
  const actor = actorOfSeries(node, field);
  const conditions = [
    inRange(range),
    seriesCondition(node, context, field),
    queryFilters(query, context),
    actor.present,
  ];
  return statement(
    `SELECT actor, count() AS intervals, sum(events) AS event_count
     FROM (
       SELECT {actor} AS actor, {slot} AS slot, count() AS events
       FROM events AS ${EVENTS} WHERE {where} GROUP BY actor, slot
     )
     WHERE {enough}
     GROUP BY actor`,
    {
      actor: actor.id,
      slot: slotOf(query, range),
      where: ast.and(conditions.filter((condition) => condition !== null)),
      enough: criteriaOf(query),
    },
  );
}

/** Who is counted: a math that names groups, or an expression of the user's, changes that. */
function actorOfSeries(node: StickinessQuery['series'][number], field: string): Actor {
  if (node.math === 'hogql') {
    const id = expr("ifNull(toString({value}), '')", {
      value: userExpr(node.math_hogql, `${field}.math_hogql`),
    });
    return { id, present: ast.compare('!=', id, text('')) };
  }
  return actorOf(node.math_group_type_index);
}

/** Several intervals taken as one are counted back from the end of the range. */
function slotOf({ intervalCount }: StickinessQuery, range: DateRange): Expr {
  const start = startOf(range.interval, timestamp());
  const merged = intervalCount ?? 1;
  if (merged === 1) return start;
  const last = startOfInterval(range.to, range.interval, range.weekStartDay);
  return expr('intDiv(dateDiff({unit}, {start}, {last}), {merged})', {
    unit: text(range.interval),
    start,
    last: startOf(range.interval, momentOf(last)),
    merged: number(merged),
  });
}

/** The wire's names of comparisons. */
export const OPERATORS = { gte: '>=', lte: '<=', exact: '==' } as const;

/** How many events make an interval count. */
function criteriaOf({ stickinessFilter }: StickinessQuery): Expr {
  const criteria = stickinessFilter?.stickinessCriteria;
  const events = ast.field('events');
  if (criteria === null || criteria === undefined) return ast.compare('>', events, number(0));
  return ast.compare(OPERATORS[criteria.operator], events, number(criteria.value));
}
