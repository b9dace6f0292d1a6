import type { StickinessQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf, startOf } from '../date-range/bucket-expr';
import type { DateRange } from '../date-range/date-range';
import { isDateInterval, startOfInterval } from '../date-range/zoned';
import { ast, number, text } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import { expr, statement } from '../hogql-builders/template';
import { userExpr } from '../hogql-builders/user-expr';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import type { Actor } from '../series/actor';
import { actorOf } from '../series/actor';
import { inRange, queryFilters } from '../series/query-filters';
import { conditionOf, isWarehouseSeries, rowActor, rowsOf } from '../series/warehouse-series';

/**
 * One row per number of intervals: how many actors were active in that number
 * (`docs/wire/insights-others.md#stickiness-result`).
 */
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

/** One row per actor: in how many intervals it was active, and its number of events. */
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
    conditionOf(node, context, field),
    queryFilters(query, context),
    actor.present,
  ];
  const active = statement(
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
  return rowsOf(active, node);
}

/** The actor of a series, which the math or an expression can change to a group. */
function actorOfSeries(node: StickinessQuery['series'][number], field: string): Actor {
  if (node.math === 'hogql') {
    const id = expr("ifNull(toString({value}), '')", {
      value: userExpr(node.math_hogql, `${field}.math_hogql`),
    });
    return { id, present: ast.compare('!=', id, text('')) };
  }
  return isWarehouseSeries(node) ? rowActor() : actorOf(node.math_group_type_index);
}

/**
 * The slot of a time. If the query merges intervals, slots are counted back from the end of the range: weeks and
 * months then begin with its last day, not with those of the calendar.
 */
function slotOf({ intervalCount: merged }: StickinessQuery, range: DateRange): Expr {
  const { interval, to, weekStartDay } = range;
  const start = startOf(interval, timestamp());
  if (merged === null || merged === undefined) return start;
  const counted = isDateInterval(interval) ? LONG : SHORT;
  return expr(`intDiv(${counted}, {merged})`, {
    unit: text(interval),
    at: timestamp(),
    to: timestampOf(to),
    start,
    last: startOf(interval, timestampOf(startOfInterval(to, interval, weekStartDay))),
    merged: number(merged),
  });
}

const LONG = 'age({unit}, {at}, {to})';
const SHORT = 'dateDiff({unit}, {start}, {last})';

/** The comparison operators by their names in the wire format. */
export const OPERATORS = { gte: '>=', lte: '<=', exact: '==' } as const;

/** The condition on the number of events that an interval needs to count. */
function criteriaOf({ stickinessFilter }: StickinessQuery): Expr {
  const criteria = stickinessFilter?.stickinessCriteria;
  const events = ast.field('events');
  if (criteria === null || criteria === undefined) return ast.compare('>', events, number(0));
  return ast.compare(OPERATORS[criteria.operator], events, number(criteria.value));
}
