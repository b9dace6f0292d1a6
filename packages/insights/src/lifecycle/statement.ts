import type { LifecycleQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import {
  bucketKeyExpr,
  daysAfter,
  inZoneOf,
  timestampOf,
  startOf,
} from '../date-range/bucket-expr';
import type { DateRange } from '../date-range/date-range';
import type { Interval } from '../date-range/zoned';
import { addIntervals, startOfInterval } from '../date-range/zoned';
import { ast } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import { expr, statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { actorOf } from '../series/actor';
import { queryFilters } from '../series/query-filters';
import { columnOf, conditionOf, rowActor, rowsOf } from '../series/warehouse-series';
import type { LifecycleSeries } from './series';

const NEXT: Readonly<Record<Exclude<Interval, 'day'>, string>> = {
  second: 'addSeconds',
  minute: 'addMinutes',
  hour: 'addHours',
  week: 'addWeeks',
  month: 'addMonths',
  quarter: 'addQuarters',
  year: 'addYears',
};

/** Before every event. */
const LONG_AGO = "toDateTime('1980-01-02 00:00:00')";
const NEVER = "toDateTime('2100-01-02 00:00:00')";

/**
 * One row per status: the intervals in which actors were new, returning, resurrecting, or became dormant, and how many
 * (`docs/wire/insights-others.md#lifecycle-rules`). A row per interval could be more rows than a query may return. One
 * pass: an actor's active intervals are compared with their neighbours.
 */
export function lifecycleStatement(
  query: LifecycleQuery,
  series: LifecycleSeries,
  range: DateRange,
  context: InsightContext,
): Statement {
  return statement(
    `SELECT status, groupArray(key) AS keys, groupArray(actors) AS counts
     FROM (SELECT status, {key} AS key, count() AS actors FROM ({steps}) GROUP BY status, bucket)
     GROUP BY status`,
    {
      key: bucketKeyExpr(range.interval, ast.field('bucket')),
      steps: lifecycleSteps(query, series, range, context),
    },
  );
}

/** One row per actor, interval and status in it: `actor`, `bucket`, `status`. */
export function lifecycleSteps(
  query: LifecycleQuery,
  series: LifecycleSeries,
  range: DateRange,
  context: InsightContext,
): Statement {
  const { interval, weekStartDay } = range;
  const first = startOfInterval(range.from, interval, weekStartDay);
  const last = startOfInterval(range.to, interval, weekStartDay);
  const groupTypeIndex = query.aggregation_group_type_index ?? null;
  const { node, table } = series;
  const actor = table === null ? actorOf(groupTypeIndex) : rowActor();
  const conditions = [
    ast.compare('>=', timestamp(), timestampOf(addIntervals(first, interval, -1))),
    ast.compare('<', timestamp(), timestampOf(addIntervals(last, interval, 1))),
    conditionOf(node, context, 'series.0'),
    queryFilters(query, context),
    actor.present,
    ...(table === null ? [hasProfile()] : []),
  ];
  const actors = statement(
    `SELECT {actor} AS actor, min({created}) AS first,
       arrayMap(start -> {start}, arraySort(groupUniqArray({bucket}))) AS actives
     FROM events AS ${EVENTS} WHERE {where} GROUP BY actor`,
    {
      actor: actor.id,
      created: createdAt(series, groupTypeIndex),
      bucket: startOf(interval, timestamp()),
      start: inZoneOf(range, ast.field('start')),
      where: ast.and(conditions.filter((condition) => condition !== null)),
    },
  );
  const steps = statement(
    `SELECT actor, step.1 AS status, step.2 AS bucket
       FROM (
         SELECT actor, arrayJoin(arrayConcat(
           arrayMap((at, before) -> tuple(
               if(at = created, 'new', if({afterBefore} = at, 'returning', 'resurrecting')), at),
             actives, arrayPushFront(arrayPopBack(actives), {longAgo})),
           arrayMap((at, after) -> tuple(if({afterAt} = after, '', 'dormant'), {afterAt}),
             actives, arrayPushBack(arrayPopFront(actives), {never}))
         )) AS step
         FROM ({actors})
       )
       WHERE status != ''`,
    {
      actors:
        table === null && groupTypeIndex === null
          ? asOldAsPersons(actors, interval)
          : withCreated(actors, interval),
      afterBefore: nextOf(interval, ast.field('before')),
      afterAt: nextOf(interval, ast.field('at')),
      longAgo: startOf(interval, expr(LONG_AGO)),
      never: startOf(interval, expr(NEVER)),
    },
  );
  return rowsOf(steps, node);
}

/** The interval in which each actor was created, by its rows. */
function withCreated(actors: Statement, interval: Interval): Statement {
  return statement('SELECT actor, {created} AS created, actives FROM ({actors})', {
    created: startOf(interval, ast.field('first')),
    actors,
  });
}

/**
 * Corrects the creation time of persons: a late event or a merge may have made a person older than rows stored
 * earlier contain. The creation time of a deleted person is read from its rows.
 */
function asOldAsPersons(actors: Statement, interval: Interval): Statement {
  return statement(
    `SELECT actor, {created} AS created, actives
     FROM (SELECT actor, first, actives FROM ({actors})) AS seen
       LEFT JOIN persons AS p ON p.id = seen.actor`,
    {
      created: startOf(
        interval,
        expr('least(seen.first, if(p.id = seen.actor, p.created_at, seen.first))'),
      ),
      actors,
    },
  );
}

function nextOf(interval: Interval, start: Expr): Expr {
  if (interval === 'day') return daysAfter(start, 1);
  const next = ast.call(NEXT[interval], start, ast.constant(1));
  // Hours begin with the day, also after a change of the clocks by half an hour.
  return interval === 'hour' ? startOf(interval, next) : next;
}

function createdAt({ table }: LifecycleSeries, groupTypeIndex: number | null): Expr {
  if (table !== null) return ast.call('toDateTime', columnOf(table.created_at_field));
  return groupTypeIndex === null
    ? ast.field(EVENTS, 'person', 'created_at')
    : ast.field(EVENTS, `group_${groupTypeIndex}`, 'created_at');
}

/** Events without a person have no history. */
function hasProfile(): Expr {
  return expr("ifNull(toString({value}), '') != 'false'", {
    value: ast.field(EVENTS, 'properties', '$process_person_profile'),
  });
}
