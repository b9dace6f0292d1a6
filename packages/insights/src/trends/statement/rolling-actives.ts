import type { Expr, Statement } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import {
  bucketKey,
  daysAfter,
  inZoneOf,
  timestampOf,
  onChosenDays,
  startOf,
} from '../../date-range/bucket-expr';
import { bucketStarts } from '../../date-range/buckets';
import type { ClockInterval, Interval } from '../../date-range/zoned';
import { addIntervals, isClockInterval } from '../../date-range/zoned';
import { array, ast, number, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { Line } from '../plan/lines';
import type { RollingMath } from '../plan/math';
import { ROLLING_DAYS, isRolling, mathOf } from '../plan/math';
import type { Scan } from '../plan/scans';
import { countedGroup } from '../plan/scans';
import { sourceParts } from './parts';

/** A time after every window. */
const NEVER = 'addYears(now(), 50)';

/**
 * Distinct actors in the days up to each bucket. An actor is present from an active day until the window has passed
 * or the next active day begins; each such period adds one at its start and subtracts one at its end, and a running
 * sum over all periods is the number of actors present. The cost of an actor is therefore its number of active days,
 * not its active days times the window.
 */
export function rollingActives(line: Line, scan: Scan, math: RollingMath): Statement {
  const actor = actorOf(countedGroup(line, scan));
  const unit = unitOf(scan.range.interval);
  return statement(
    `SELECT {line} AS line, breakdown, point.1 AS key, toFloat(point.2) AS value
     FROM (
       SELECT breakdown, arrayJoin(arrayMap(
         bucket -> tuple(bucket.1, running[arrayLastIndex(at -> at <= bucket.2, starts)]),
         {buckets})) AS point
       FROM (
         SELECT breakdown, groupArray(at) AS starts, arrayCumSum(groupArray(change)) AS running
         FROM (
           SELECT breakdown, step.1 AS at, sum(step.2) AS change
           FROM (
             SELECT breakdown, arrayJoin(arrayConcat(
               arrayMap(active -> tuple(active, 1), actives),
               arrayMap((active, next) -> tuple(least({over}, next), -1), actives, nexts))) AS step
             FROM (
               SELECT breakdown, actives,
                 arrayPushBack(arrayPopFront(actives), {never}) AS nexts
               FROM (
                 SELECT {breakdown} AS breakdown, {actor} AS actor,
                   arrayMap(start -> {start}, arraySort(groupUniqArray({active}))) AS actives
                 FROM events AS ${EVENTS} WHERE {where} GROUP BY breakdown, actor
               )
             )
           )
           GROUP BY breakdown, at
           ORDER BY breakdown, at
         )
         GROUP BY breakdown
       )
     )
     WHERE value > 0`,
    {
      ...sourceParts(line, scan),
      actor: actor.id,
      active: startOf(unit, timestamp()),
      start: inZoneOf({ ...scan.range, interval: unit }, ast.field('start')),
      over: windowEnd(unit, math, ast.field('active')),
      never: startOf(unit, expr(NEVER)),
      buckets: array(
        startsOf(scan, math).map((start) => bucketTuple(start, scan.range.interval, unit)),
      ),
      where: ast.and([
        rollingWhere(line, scan, math),
        ...(actor.present === null ? [] : [actor.present]),
      ]),
    },
  );
}

/** The buckets of a line; if no day is chosen, one bucket before all events, because the list needs a type. */
function startsOf({ range }: Scan, math: RollingMath): readonly DateTime[] {
  const starts = bucketStarts(range);
  return starts.length > 0 ? starts : [range.from.minus({ days: ROLLING_DAYS[math] + 1 })];
}

type Unit = ClockInterval | 'day';

/** The unit of windows: calendar days, or shorter units by the clock. */
const PER_DAY: Readonly<Record<Unit, number>> = {
  second: 24 * 60 * 60,
  minute: 24 * 60,
  hour: 24,
  day: 1,
};

const LATER: Readonly<Record<ClockInterval, string>> = {
  second: 'addSeconds',
  minute: 'addMinutes',
  hour: 'addHours',
};

/** The end of the window that begins with an active day, hour, minute or second. */
function windowEnd(unit: Unit, math: RollingMath, active: Expr): Expr {
  const length = ROLLING_DAYS[math] * PER_DAY[unit];
  return unit === 'day' ? daysAfter(active, length) : ast.call(LATER[unit], active, number(length));
}

function unitOf(interval: Interval): Unit {
  return isClockInterval(interval) ? interval : 'day';
}

/** The condition for events of a line that are in the window of any bucket. */
export function rollingWhere(line: Line, scan: Scan, math: RollingMath): Expr {
  const { interval, from, to } = scan.range;
  const first = bucketStarts(scan.range)[0] ?? from;
  const conditions = [
    ast.compare('>=', timestamp(), timestampOf(windowStart(interval, math, first))),
    ast.compare('<=', timestamp(), timestampOf(to)),
    onChosenDays(scan.range),
    scan.filters,
    line.condition,
  ];
  return ast.and(conditions.filter((condition) => condition !== null));
}

/** The start of the window of a bucket. */
function windowStart(interval: Interval, math: RollingMath, bucket: DateTime): DateTime {
  const unit = unitOf(interval);
  return addIntervals(bucket.startOf(unit), unit, 1 - ROLLING_DAYS[math] * PER_DAY[unit]);
}

/** Whether an event is in the window that ends with a bucket's day or hour. */
export function rollingWindow(interval: Interval, math: RollingMath, bucket: DateTime): Expr {
  const unit = unitOf(interval);
  const end = addIntervals(bucket.startOf(unit), unit, 1);
  return ast.and([
    ast.compare('>=', timestamp(), timestampOf(windowStart(interval, math, bucket))),
    ast.compare('<', timestamp(), timestampOf(end)),
  ]);
}

function bucketTuple(start: DateTime, interval: Interval, unit: Interval): Expr {
  return expr('tuple({key}, {start})', {
    key: text(bucketKey(interval, start)),
    start: startOf(unit, timestampOf(start)),
  });
}

/** The math of a line whose buckets have a longer window; null for all others. */
export function rollingMathOf(line: Line, { hasBuckets, range }: Scan): RollingMath | null {
  const math = mathOf(line);
  return isRolling(math) && hasBuckets && rolls(math, range.interval) ? math : null;
}

/** Whether the window is longer than the bucket; otherwise a bucket has only its own actors. */
function rolls(math: RollingMath, interval: Interval): boolean {
  if (interval === 'week') return math !== 'weekly_active';
  return interval === 'day' || isClockInterval(interval);
}
