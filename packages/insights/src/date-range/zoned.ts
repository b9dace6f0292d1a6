import type { DateTime } from 'luxon';
import type { WeekStartDay } from '../insight/context';

/** The length of a bucket in a time series. */
export type Interval = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Intervals shorter than a day. */
export type ClockInterval = 'second' | 'minute' | 'hour';

/** Buckets of these intervals are shown with their time of day. */
export function isClockInterval(interval: Interval): interval is ClockInterval {
  return interval === 'hour' || interval === 'minute' || interval === 'second';
}

/** Whether the interval is at least a day, so that its buckets begin with a date, which has no zone. */
export function isDateInterval(interval: Interval): boolean {
  return !isClockInterval(interval) && interval !== 'day';
}

/**
 * Whether the first bucket may begin before the first event that is read: months are read completely, other long
 * intervals are not.
 */
export function isReadFromItsDay(interval: Interval): boolean {
  return isDateInterval(interval) && interval !== 'month';
}

/**
 * The start of the interval that contains `time`, in the zone of `time`. Weeks begin on the project's first day, not
 * on ISO's Monday.
 */
export function startOfInterval(
  time: DateTime,
  interval: Interval,
  weekStartDay: WeekStartDay,
): DateTime {
  if (interval === 'hour') return startOfHour(time);
  if (interval !== 'week') return time.startOf(interval);
  const sinceStart = (time.weekday - weekStartDay + 7) % 7;
  return time.startOf('day').minus({ days: sinceStart }).startOf('day');
}

/**
 * The start of the interval that is `count` intervals after the one that begins at `start`; a negative count goes
 * back.
 */
export function addIntervals(start: DateTime, interval: Interval, count: number): DateTime {
  const moved = start.plus({ [`${interval}s`]: count });
  if (interval === 'hour') return moved.minute === 0 ? moved : startOfHour(moved);
  return isClockInterval(interval) ? moved : moved.startOf('day');
}

/**
 * The start of the hour as the engine counts it: hours begin with the day, also after a change of the clocks by half an
 * hour (Lord Howe Island). The last hour of such a day is shorter.
 */
function startOfHour(time: DateTime): DateTime {
  const day = time.startOf('day');
  return day.plus({ hours: Math.floor(time.diff(day, 'hours').hours) });
}

/**
 * A time so many days earlier, at the same time of day. The start of a day leads to the start of a day, also where
 * clocks skip midnight and the day begins later.
 */
export function daysEarlier(time: DateTime, days: number): DateTime {
  const moved = time.minus({ days });
  return time.equals(time.startOf('day')) ? moved.startOf('day') : moved;
}
