import type { CalendarHeatmapQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf } from '../date-range/bucket-expr';
import type { DateRange } from '../date-range/date-range';
import { ast } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import { actorOf } from '../series/actor';
import { seriesCondition } from '../series/condition';
import { goalCondition } from '../series/conversion-goal';
import { inRange, queryFilters } from '../series/query-filters';

const FIELD = 'series.0';

/** The marker of every day of the week, or every hour. */
export const ALL = -1;

/**
 * One row per cell with events, by ISO's number of the day of the week and by hour, both in the project's zone. For
 * users also one row per day, per hour, and one in total, because a user may be in several cells.
 *
 * @throws InsightError
 */
export function heatmapStatement(
  query: CalendarHeatmapQuery,
  range: DateRange,
  context: InsightContext,
): Statement {
  const [node] = query.series;
  if (node === undefined) throw new InsightError('Calendar heatmaps require a series', 'series');
  const isOfUsers = mathOf(node) === 'dau';
  const actor = actorOf(query.aggregation_group_type_index);
  const conditions = [
    ...countedEvents(node, query, context),
    queryFilters(query, context),
    isOfUsers ? actor.present : null,
  ].filter((one) => one !== null);
  if (!isOfUsers) {
    return statement(
      `SELECT toDayOfWeek({occurredAt}) AS day, toHour({occurredAt}) AS hour, count() AS total
       FROM events AS ${EVENTS} WHERE {where} GROUP BY day, hour`,
      { occurredAt: timestamp(), where: ast.and([...conditions, inRange(range)]) },
    );
  }
  const bySession = query.calendarHeatmapFilter?.bucketBySessionStart === true;
  const parts = {
    actor: actor.id,
    occurredAt: timestamp(),
    session: ast.field(EVENTS, '$session_id'),
    uuid: ast.field(EVENTS, 'uuid'),
    // An event after the range begins no session in it; an event before it may.
    where: ast.and([
      ...conditions,
      bySession ? ast.compare('<=', timestamp(), timestampOf(range.to)) : inRange(range),
    ]),
    inRange: inRange(range),
  };
  return statement(
    `SELECT cell.1 AS day, cell.2 AS hour, countDistinct(actor) AS total
     FROM (
       SELECT actor, arrayJoin([tuple(day, hour), tuple(day, ${ALL}), tuple(${ALL}, hour), tuple(${ALL}, ${ALL})]) AS cell
       FROM (
         SELECT actor, toInt(toDayOfWeek(occurred_at)) AS day, toInt(toHour(occurred_at)) AS hour
         FROM {occurrences}
         GROUP BY actor, day, hour
       )
     )
     GROUP BY day, hour`,
    {
      occurrences: bySession
        ? statement(
            `SELECT ${EVENTS}.actor AS actor, ${EVENTS}.timestamp AS occurred_at
             FROM (
               SELECT any({actor}) AS actor, min({occurredAt}) AS timestamp
               FROM events AS ${EVENTS} WHERE {where}
               GROUP BY if(empty({session}), toString({uuid}), {session})
             ) AS ${EVENTS}
             WHERE {inRange}`,
            parts,
          )
        : statement(
            `SELECT {actor} AS actor, {occurredAt} AS occurred_at FROM events AS ${EVENTS} WHERE {where}`,
            parts,
          ),
    },
  );
}

/** An action counts as its own goal; an event goal replaces the event of a series and keeps its filters. */
function countedEvents(
  node: SeriesNode,
  { conversionGoal }: CalendarHeatmapQuery,
  context: InsightContext,
): (Expr | null)[] {
  if (conversionGoal === null || conversionGoal === undefined || node.kind === 'ActionsNode') {
    return [seriesCondition(node, context, FIELD)];
  }
  const anyEvent = { ...node, kind: 'EventsNode', event: null } as const;
  return [goalCondition(conversionGoal, context), seriesCondition(anyEvent, context, FIELD)];
}

function mathOf({ math }: SeriesNode): 'total' | 'dau' {
  if (math === null || math === undefined || math === 'total') return 'total';
  if (math === 'dau') return 'dau';
  throw new InsightError(
    `Calendar heatmaps count events (total) or unique users (dau), not ${math}`,
    `${FIELD}.math`,
  );
}
