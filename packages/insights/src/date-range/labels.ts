import type { DateTime } from 'luxon';
import type { DateRange } from './date-range';
import type { Interval } from './zoned';
import { isClockInterval } from './zoned';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-21`, with the time for parts of a day (`docs/wire/insights.md#label-days`). */
export function dayText(start: DateTime, interval: Interval): string {
  return isClockInterval(interval)
    ? `${isoDay(start)} ${clock(start)}:${twoDigits(start.second)}`
    : isoDay(start);
}

/** The label of a bucket; a week is labelled by its days that are in the range. */
export function bucketLabel(
  start: DateTime,
  range: Pick<DateRange, 'interval' | 'from' | 'to'>,
): string {
  switch (range.interval) {
    case 'second':
      return `${start.day}-${month(start)} ${clock(start)}:${twoDigits(start.second)}`;
    case 'minute':
    case 'hour':
      return `${start.day}-${month(start)} ${clock(start)}`;
    case 'day':
      return dayLabel(start);
    case 'month':
      return `${month(start)} ${start.year}`;
    case 'quarter':
      return `Q${start.quarter} ${start.year}`;
    case 'year':
      return String(start.year);
    case 'week':
      return weekLabel(start, range);
  }
}

/** `2026-11-21` */
export function isoDay({ year, month, day }: DateTime): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

function weekLabel(start: DateTime, range: Pick<DateRange, 'from' | 'to'>): string {
  const first = later(start, range.from).startOf('day');
  const last = earlier(start.plus({ days: 6 }), range.to).startOf('day');
  if (last <= first) return dayLabel(first);
  if (first.year !== last.year) return `${dayLabel(first)} – ${dayLabel(last)}`;
  if (first.month !== last.month) {
    return `${first.day}-${month(first)} – ${last.day}-${month(last)}`;
  }
  return `${first.day}–${last.day} ${month(last)}`;
}

function later(one: DateTime, other: DateTime): DateTime {
  return one > other ? one : other;
}

function earlier(one: DateTime, other: DateTime): DateTime {
  return one < other ? one : other;
}

/** `21-Nov-2026` */
export function dayLabel(time: DateTime): string {
  return `${time.day}-${month(time)}-${time.year}`;
}

/** The English name of the month, in every locale. */
function month(time: DateTime): string {
  return MONTHS[time.month - 1] ?? '';
}

/** `09:05` */
function clock({ hour, minute }: DateTime): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
