import type { DateTime } from 'luxon';
import { InsightError } from '../insight-error';
import { durationOf, parseRelativeDate } from './relative-date';
import type { PeriodLengths } from './relative-date';
import type { DateRange } from './resolve-date-range';
import { startOfInterval } from './zoned';

const DAYS_PER_WEEK = 7;

/** The period a range is compared with (`wire/insights.md` §1.6). */
export function previousPeriod(
  range: DateRange,
  compareTo: string | null | undefined,
  lengths: PeriodLengths = { humanFriendly: false },
): DateRange {
  if (compareTo !== null && compareTo !== undefined && compareTo !== '') {
    return comparedTo(range, compareTo, lengths);
  }
  return periodBefore(range);
}

function comparedTo(range: DateRange, text: string, lengths: PeriodLengths): DateRange {
  const relative = parseRelativeDate(text);
  if (relative === null) {
    throw new InsightError(`'${text}' is not a relative date`, 'compareFilter.compare_to');
  }
  const back = durationOf(relative, lengths);
  const from = range.from.minus(back);
  // As many local days later as the range has: a clock change between the two moves nothing.
  return moved(range, from, sameLength(range, from));
}

/** As long as the range and before it, on the same clock. */
function periodBefore(range: DateRange): DateRange {
  const { from, to, interval } = range;
  if (interval === 'minute') {
    const minutes = Math.ceil(to.diff(from.startOf('minute'), 'minutes').minutes);
    return moved(range, from.minus({ minutes }), to.minus({ minutes }));
  }
  if (interval === 'hour') {
    const days = Math.max(1, daysBack(range));
    return moved(range, from.minus({ days }), to.minus({ days }));
  }
  const days = wholeDays(from, to);
  const start = from.minus({ days: linesUpWeekdays(range) ? days - 1 : days });
  return moved(range, start, sameLength(range, start));
}

/** Hours are compared with the same hours of other days: days vary by the time of day most. */
function daysBack({ from, to }: DateRange): number {
  const before = from.minus(to.diff(from));
  return Math.round(from.startOf('day').diff(before.startOf('day'), 'days').days);
}

/** Days that the range touches. */
function wholeDays(from: DateTime, to: DateTime): number {
  return Math.round(to.startOf('day').diff(from.startOf('day'), 'days').days) + 1;
}

/**
 * `-7d` reads eight days; going back eight would compare Mondays with Sundays. One day is in both
 * periods instead.
 */
function linesUpWeekdays({ interval, written, hasCompletePeriods }: DateRange): boolean {
  const relative = written.from?.relative ?? null;
  return (
    interval === 'day' &&
    // Without today it is seven days, and those before line up by themselves.
    !hasCompletePeriods &&
    relative !== null &&
    relative.edge === null &&
    relative.unit === 'd' &&
    relative.amount > 0 &&
    relative.amount % DAYS_PER_WEEK === 0 &&
    (written.to === null || written.to.isAbsolute)
  );
}

function sameLength(range: DateRange, start: DateTime): DateTime {
  const days = Math.round(range.to.startOf('day').diff(range.from.startOf('day'), 'days').days);
  const { hour, minute, second, millisecond } = range.to;
  return start.startOf('day').plus({ days }).set({ hour, minute, second, millisecond });
}

function moved(range: DateRange, from: DateTime, to: DateTime): DateRange {
  const isCut = range.readFrom > startOfInterval(range.from, range.interval, range.weekStartDay);
  const readFrom = isCut ? from : startOfInterval(from, range.interval, range.weekStartDay);
  return { ...range, from, to, readFrom: range.interval === 'week' ? from : readFrom };
}
