import type { DateTime } from 'luxon';
import type { DateRange } from './resolve-date-range';
import type { Interval } from './zoned';
import { isClockInterval } from './zoned';

const DAY = 'd-MMM-yyyy';

/** `2026-11-21`, with the clock for parts of a day (`wire/insights.md` §1.5). */
export function dayText(start: DateTime, interval: Interval): string {
  return english(start, isClockInterval(interval) ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd');
}

/** What a bucket is called; weeks are named by the days of theirs that lie in the range. */
export function bucketLabel(
  start: DateTime,
  range: Pick<DateRange, 'interval' | 'from' | 'to'>,
): string {
  switch (range.interval) {
    case 'second':
      return english(start, 'd-MMM HH:mm:ss');
    case 'minute':
    case 'hour':
      return english(start, 'd-MMM HH:mm');
    case 'day':
      return english(start, DAY);
    case 'month':
      return english(start, 'MMM yyyy');
    case 'quarter':
      return english(start, "'Q'q yyyy");
    case 'year':
      return english(start, 'yyyy');
    case 'week':
      return weekLabel(start, range);
  }
}

function weekLabel(start: DateTime, range: Pick<DateRange, 'from' | 'to'>): string {
  const first = later(start, range.from).startOf('day');
  const last = earlier(start.plus({ days: 6 }), range.to).startOf('day');
  if (last <= first) return english(first, DAY);
  if (first.year !== last.year) return `${english(first, DAY)} – ${english(last, DAY)}`;
  if (first.month !== last.month) {
    return `${english(first, 'd-MMM')} – ${english(last, 'd-MMM')}`;
  }
  return `${first.day}–${english(last, 'd MMM')}`;
}

function later(one: DateTime, other: DateTime): DateTime {
  return one > other ? one : other;
}

function earlier(one: DateTime, other: DateTime): DateTime {
  return one < other ? one : other;
}

function english(moment: DateTime, format: string): string {
  return moment.setLocale('en-US').toFormat(format);
}
