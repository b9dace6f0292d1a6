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

/** The start of the interval around a time, in the project's zone and with its first day of the week. */
export function startOf(interval: Interval, time: Expr): Expr {
  return ast.call(STARTS[interval], time);
}

/**
 * Starts of intervals back in the range's zone: the engine's `groupUniqArray` forgets which zone its times had.
 * Weeks and longer ones are dates, which have none.
 */
export function inZoneOf(
  { interval, from }: Pick<DateRange, 'interval' | 'from'>,
  start: Expr,
): Expr {
  if (isDateInterval(interval)) return start;
  return ast.call('toTimeZone', start, ast.constant(from.zoneName));
}

/**
 * The start of the day so many after the one that begins at `start`. Where clocks go forward at midnight a day
 * begins at one, and adding days to a start, or coming to such a day, leads beside it.
 */
export function daysAfter(start: Expr, days: number): Expr {
  return expr('toStartOfDay(addHours(addDays({start}, {days}), 2))', {
    start,
    days: ast.constant(days),
  });
}

/**
 * A bucket's start as text that both sides write alike: seconds since 1970 for parts of a day, of which some
 * come twice a year; local dates otherwise.
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

/** Whether a time is on one of the chosen days of the project's calendar; null when any will do. */
export function onChosenDays(
  { daysOfWeek }: Pick<DateRange, 'daysOfWeek'>,
  time: Expr = timestamp(),
): Expr | null {
  if (daysOfWeek === null) return null;
  return ast.compare('in', ast.call('toDayOfWeek', time), ast.list([...daysOfWeek]));
}
