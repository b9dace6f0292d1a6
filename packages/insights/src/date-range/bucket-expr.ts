import type { Expr } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import { ast } from '../hogql-builders/ast';
import { timestamp } from '../hogql-builders/events';
import { expr } from '../hogql-builders/template';
import type { DateRange } from './date-range';
import { utcText } from './iso-text';
import { isoDay } from './labels';
import type { Interval } from './zoned';
import { isClockInterval, isDateInterval } from './zoned';

const STARTS: Readonly<Record<Interval, string>> = {
  second: 'toStartOfSecond',
  minute: 'toStartOfMinute',
  hour: 'toStartOfHour',
  day: 'toStartOfDay',
  week: 'toStartOfWeek',
  month: 'toStartOfMonth',
  quarter: 'toStartOfQuarter',
  year: 'toStartOfYear',
};

/** The start of the interval that contains a time, in the project's zone and with its first day of the week. */
export function startOf(interval: Interval, time: Expr): Expr {
  return ast.call(STARTS[interval], time);
}

/**
 * Converts starts of intervals back to the range's zone: the engine's `groupUniqArray` loses the zone of its times.
 * Weeks and longer intervals are dates, which have no zone.
 */
export function inZoneOf(
  { interval, from }: Pick<DateRange, 'interval' | 'from'>,
  start: Expr,
): Expr {
  if (isDateInterval(interval)) return start;
  return ast.call('toTimeZone', start, ast.constant(from.zoneName));
}

/**
 * The start of the day that is so many days after the one that begins at `start`. Where clocks are set forward at
 * midnight, a day begins at 1:00, and adding days to such a start, or reaching such a day, misses the start of the
 * day.
 */
export function daysAfter(start: Expr, days: number): Expr {
  return expr('toStartOfDay(addHours(addDays({start}, {days}), 2))', {
    start,
    days: ast.constant(days),
  });
}

/**
 * A bucket's start as a text that both sides write alike: seconds since 1970 for parts of a day, of which some occur
 * twice in autumn; local dates otherwise.
 */
export function bucketKeyExpr(interval: Interval, start: Expr): Expr {
  return isClockInterval(interval)
    ? expr('toString(toUnixTimestamp({start}))', { start })
    : expr('substring(toString({start}), 1, 10)', { start });
}

export function bucketKey(interval: Interval, start: DateTime): string {
  return isClockInterval(interval) ? String(start.toUnixInteger()) : isoDay(start);
}

/** A timestamp as an expression. */
export function timestampOf(time: DateTime): Expr {
  return ast.call('toDateTime', ast.constant(utcText(time)));
}

/** Whether a time is on one of the chosen days of the week in the project's zone; null when all days are chosen. */
export function onChosenDays(
  { daysOfWeek }: Pick<DateRange, 'daysOfWeek'>,
  time: Expr = timestamp(),
): Expr | null {
  if (daysOfWeek === null) return null;
  return ast.compare('in', ast.call('toDayOfWeek', time), ast.list([...daysOfWeek]));
}
