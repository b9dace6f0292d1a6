import type { Expr, Statement } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import { momentOf, timestamp } from '../../date-range/bucket-expr';
import { addIntervals } from '../../date-range/zoned';
import { actorOf } from '../../series/actor';
import { EVENTS } from '../../series/condition';
import { actorRows, eventRows } from '../../sql/actor-rows';
import { ast, text } from '../../sql/ast';
import { expr, statement } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { countedGroup, isStatistic, sessionId } from '../math/aggregate';
import { isSessionProperty } from '../../series/property-value';
import { isFirstTime, mathOf, rollingMathOf } from './choose-source';
import { firstEvents } from './first-time';
import { breakdownOf } from './parts';
import { rollingWhere, rollingWindow } from './rolling-actives';

/** Which of a line's events count for the number that is asked about. */
export interface LinePoint {
  /** Undefined for the whole period. */
  readonly bucket: DateTime | undefined;
  readonly isCumulative: boolean;
  /** Whether an event's breakdown value is meant; null when any is. */
  readonly breakdown: ((of: Expr) => Expr) | null;
}

/** One row per actor whose events make the number (`wire/insights.md` §3.8). */
export function actorsOfLine(line: Line, scan: Scan, point: LinePoint): Statement {
  if (isFirstTime(mathOf(line))) return firstActors(line, scan, point);
  return actorRows(countedGroup(line, scan), countedEvents(line, scan, point));
}

/** The events that make the number; null where only the first of an actor counts. */
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

/** A running sum has all that came before, too. */
function inBucket(
  { range }: Scan,
  bucket: DateTime,
  { isCumulative }: LinePoint,
  moment: Expr,
): Expr[] {
  const next = addIntervals(bucket, range.interval, 1);
  const until = ast.compare('<', moment, momentOf(next));
  return isCumulative ? [until] : [ast.compare('>=', moment, momentOf(bucket)), until];
}

/** Statistics of sessions know nothing of events without one. */
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
