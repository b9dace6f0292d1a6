import type { Expr, Statement } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import { actorRows, eventRows } from '../../actors/actor-rows';
import { timestampOf } from '../../date-range/bucket-expr';
import { addIntervals } from '../../date-range/zoned';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import { isSessionProperty } from '../../series/property-value';
import type { Line } from '../plan/lines';
import { isFirstTime, isStatistic, mathOf } from '../plan/math';
import type { Scan } from '../plan/scans';
import { countedGroup } from '../plan/scans';
import { sessionId } from '../statement/aggregate';
import { firstEvents } from '../statement/first-time';
import { breakdownOf } from '../statement/parts';
import { rollingMathOf, rollingWhere, rollingWindow } from '../statement/rolling-actives';

/** The events of a line that count for the requested number. */
interface LinePoint {
  /** Undefined for the whole period. */
  readonly bucket: DateTime | undefined;
  readonly isCumulative: boolean;
  /** The condition for the requested breakdown value; null if all values count. */
  readonly breakdown: ((of: Expr) => Expr) | null;
}

/** One row per actor whose events the number counts (`docs/wire/insights-trends.md#trends-actors-columns`). */
export function actorsOfLine(line: Line, scan: Scan, point: LinePoint): Statement {
  if (isFirstTime(mathOf(line))) return firstActors(line, scan, point);
  return actorRows(countedGroup(line, scan), countedEvents(line, scan, point));
}

/** The events that the number counts; null where only the first event of an actor counts. */
export function eventsOfLine(line: Line, scan: Scan, point: LinePoint): Statement | null {
  if (isFirstTime(mathOf(line))) return null;
  return eventRows(countedGroup(line, scan), countedEvents(line, scan, point));
}

function countedEvents(line: Line, scan: Scan, point: LinePoint): readonly (Expr | null)[] {
  const { bucket } = point;
  const rolling = rollingMathOf(line, scan);
  const time =
    rolling !== null && bucket !== undefined
      ? [rollingWhere(line, scan, rolling), rollingWindow(scan.range.interval, rolling, bucket)]
      : [scan.where, ...(bucket === undefined ? [] : inBucket(scan, bucket, point, timestamp()))];
  return [
    ...time,
    line.condition,
    actorOf(countedGroup(line, scan)).present,
    hasSession(line),
    point.breakdown?.(breakdownOf(scan)) ?? null,
  ];
}

/** The condition for a bucket; a running sum includes all earlier buckets. */
function inBucket(
  { range }: Scan,
  bucket: DateTime,
  { isCumulative }: LinePoint,
  timestamp: Expr,
): Expr[] {
  const next = addIntervals(bucket, range.interval, 1);
  const until = ast.compare('<', timestamp, timestampOf(next));
  return isCumulative ? [until] : [ast.compare('>=', timestamp, timestampOf(bucket)), until];
}

/** Statistics of sessions ignore events without a session. */
function hasSession(line: Line): Expr | null {
  if (!isStatistic(mathOf(line)) || !isSessionProperty(line.node)) return null;
  return ast.compare('!=', sessionId(), text(''));
}

function firstActors(line: Line, scan: Scan, point: LinePoint): Statement {
  const at = ast.field('first_at');
  const { bucket } = point;
  const conditions = [
    ...(bucket === undefined ? [] : inBucket(scan, bucket, point, at)),
    ...(point.breakdown === null ? [] : [point.breakdown(ast.field('breakdown'))]),
  ];
  const isPerson = countedGroup(line, scan) === null;
  const distinctId = isPerson
    ? expr('argMin({id}, {timestamp})', {
        id: ast.field(EVENTS, 'distinct_id'),
        timestamp: timestamp(),
      })
    : text('');
  return statement(
    isPerson
      ? `SELECT actor AS actor_id, 1 AS event_count, first_at AS last_seen, [distinct_id] AS event_distinct_ids
         FROM ({first}) WHERE {where}`
      : `SELECT actor AS actor_id, 1 AS event_count, first_at AS last_seen
         FROM ({first}) WHERE {where}`,
    {
      first: firstEvents(line, scan, distinctId),
      where: ast.and(conditions),
    },
  );
}
