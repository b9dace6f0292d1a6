import type { DateTime } from 'luxon';
import type { DateRange } from './date-range';
import { addIntervals, startOfInterval } from './zoned';

/**
 * The range without the first and the last period where those are not whole: cut by the range's ends, or not
 * over yet (`wire/insights.md` §1.4). What has no whole period has none at all.
 */
export function completePeriods(range: DateRange, now: DateTime): DateRange {
  const { interval, weekStartDay, from, to, readFrom } = range;
  const first = startOfInterval(from, interval, weekStartDay);
  const isCut = readFrom > first;
  const start = isCut ? addIntervals(first, interval, 1) : from;
  const last = startOfInterval(to, interval, weekStartDay);
  const next = addIntervals(last, interval, 1);
  // Ends are the last millisecond of what they belong to.
  const isOver = next <= now && to.plus({ milliseconds: 1 }) >= next;
  return {
    ...range,
    from: start,
    readFrom: isCut ? start : readFrom,
    to: isOver ? to : last.minus({ milliseconds: 1 }),
    hasCompletePeriods: true,
  };
}
