import type { RetentionQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf } from '../../date-range/bucket-expr';
import { ast, number, text } from '../../hogql-builders/ast';
import { timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import type { RetentionLayout } from '../plan/layout';
import { firstBreakdown, firstTarget, whereOf } from './calendar-actors';
import type { RetentionScan } from './scan';
import { isEver, overScan } from './scan';

/**
 * The length of a column: weeks and months are counted in days, days in hours, by the clock and not by elapsed time.
 */
const LENGTHS = {
  hour: ['hour', 1],
  day: ['hour', 24],
  week: ['day', 7],
  month: ['day', 30],
} as const;

/**
 * The same as `calendarActors` for columns that count from the time of an actor's first target: the actor is in one
 * row of the table, for every breakdown value of its events from then on. `returns` contains columns, counted from
 * that time.
 */
export function rollingActors(
  query: RetentionQuery,
  layout: RetentionLayout,
  scan: RetentionScan,
  context: InsightContext,
): Statement {
  const { firstTimestamp, counts } = firstTarget(query, layout, scan);
  const hits = overScan(
    scan,
    `SELECT {actor} AS actor, {firstTimestamp} AS began, {counts} AS counts, {fixed} AS fixed,
       groupArray(tuple({breakdown}, {timestamp}, {returning})) AS hits`,
    'WHERE {where} GROUP BY actor',
    {
      actor: scan.actor,
      firstTimestamp,
      counts,
      fixed: isEver(query) ? expr('[{value}]', { value: firstBreakdown(scan) }) : expr('[]'),
      breakdown: isEver(query) ? expr("['']") : scan.breakdown,
      timestamp: timestamp(),
      returning: scan.returning,
      where: whereOf(query, layout, scan),
    },
  );
  const zone = text(context.timezone);
  const since = (from: Expr, to: Expr): Expr => windowsBetween(layout, zone, from, to);
  const began = ast.field('began');
  return statement(
    `SELECT actor, breakdown, [tuple({row}, 0)] AS starts, {returns} AS returns, [] AS entered, [] AS came
     FROM (
       SELECT actor, began, breakdown, arrayMap(hit -> {distance},
           arrayFilter(hit -> hit.3 AND {isOfValue}, later)) AS distances
       FROM (
         SELECT actor, began, later, arrayJoin({breakdowns}) AS breakdown
         FROM (
           SELECT actor, began, fixed, arrayFilter(hit -> hit.2 >= began, hits) AS later
           FROM ({hits}) WHERE counts
         )
       )
     )`,
    {
      hits,
      row: since(timestampOf(layout.rows[0] ?? layout.end), began),
      distance: since(began, expr('(hit.2)')),
      isOfValue: isEver(query) ? ast.constant(true) : expr('hit.1 = breakdown'),
      breakdowns: isEver(query)
        ? ast.field('fixed')
        : expr('arrayDistinct(arrayMap(hit -> hit.1, later))'),
      returns: enough(query),
    },
  );
}

/** The number of whole columns between two times. */
function windowsBetween({ interval }: RetentionLayout, zone: Expr, from: Expr, to: Expr): Expr {
  const [unit, count] = LENGTHS[interval];
  return expr(
    'intDiv(dateDiff({unit}, toTimeZone({from}, {zone}), toTimeZone({to}, {zone})), {count})',
    { unit: text(unit), from, to, zone, count: number(count) },
  );
}

/** Columns with enough returns. */
function enough({ retentionFilter }: RetentionQuery): Expr {
  const least = retentionFilter.minimumOccurrences ?? 1;
  if (least === 1) return expr('arrayDistinct(distances)');
  return expr(
    'arrayFilter(one -> countEqual(distances, one) >= {least}, arrayDistinct(distances))',
    { least: number(least) },
  );
}
