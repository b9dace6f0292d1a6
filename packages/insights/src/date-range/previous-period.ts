import type { RelativeUnit } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import { InsightError } from '../insight/error';
import type { DateRange } from './date-range';
import { readDate } from './read-date';
import { daysEarlier, isReadFromItsDay, startOfInterval } from './zoned';

const DAYS_PER_WEEK = 7;

/** The default start of a range. */
const DEFAULT_START = { relative: { amount: DAYS_PER_WEEK, unit: 'd', edge: null } } as const;

/** The period with which a range is compared (`docs/wire/insights.md#compare-previous`). */
export function previousPeriod(range: DateRange, compareTo: string | null | undefined): DateRange {
  if (compareTo !== null && compareTo !== undefined && compareTo !== '') {
    return comparedTo(range, compareTo);
  }
  return periodBefore(range);
}

function comparedTo(range: DateRange, text: string): DateRange {
  const field = 'compareFilter.compare_to';
  const { time, relative } = readDate(text, range.from, field, range.weekStartDay);
  if (relative === null) {
    throw new InsightError(`'${text.slice(0, 50)}' is not a relative date such as -1y`, field);
  }
  const from = sameBegin(range.from, time);
  // The same number of local days as in the range, whether or not clocks change.
  const to = OF_CLOCKS.has(relative.unit) ? asLong(range, from) : sameLength(range, from);
  return moved(range, from, to);
}

/** Units of which a number can lead to another time of day: the period does not end with its day then. */
const OF_CLOCKS: ReadonlySet<RelativeUnit> = new Set(['h', 'M', 's']);

/** A time that is later by the length of the range on its wall clock. */
function asLong({ from, to }: DateRange, start: DateTime): DateTime {
  const [first, last, own] = [from, to, start].map(onPlainClock);
  if (first === undefined || last === undefined || own === undefined) return start;
  return own.plus(last.diff(first)).setZone(start.zone, { keepLocalTime: true });
}

/** The local time, as a time in a zone without clock changes. */
function onPlainClock(time: DateTime): DateTime {
  return time.setZone('UTC', { keepLocalTime: true });
}

/** A period that begins with a day is compared with one that does, also where clocks skip midnight. */
function sameBegin(from: DateTime, moved: DateTime): DateTime {
  const skipsMidnight = from.hour > 0 && from.equals(from.startOf('day'));
  return skipsMidnight && moved.hour === from.hour ? moved.startOf('day') : moved;
}

/** The period of the same length before the range, on the same wall clock. */
function periodBefore(range: DateRange): DateRange {
  const { from, to, interval } = range;
  if (interval === 'second') {
    const seconds = Math.ceil(to.diff(from.startOf('second'), 'seconds').seconds);
    return moved(range, from.minus({ seconds }), to.minus({ seconds }));
  }
  if (interval === 'minute') {
    const minutes = Math.ceil(to.diff(from.startOf('minute'), 'minutes').minutes);
    return moved(range, from.minus({ minutes }), to.minus({ minutes }));
  }
  const days = daysBack(range);
  if (interval === 'hour') {
    const back = { days: Math.max(1, days) };
    return moved(range, from.minus(back), to.minus(back));
  }
  const start = daysEarlier(from, linesUpWeekdays(range, days) ? days - 1 : days);
  return moved(range, start, sameLength(range, start));
}

/**
 * The number of days from the start of the range back to that of the period: the time of day stays the same, because
 * activity depends most on it. Lengths are those on the wall clock, regardless of clock changes.
 */
function daysBack({ from, to }: DateRange): number {
  const [start, end] = [from, to].map(onPlainClock);
  if (start === undefined || end === undefined) return 0;
  const before = start.minus(end.diff(start)).startOf('day');
  return Math.round(start.startOf('day').diff(before, 'days').days);
}

/**
 * Whether the period before must be shifted so that days of the week match. `-7d`, also as the default, reads eight
 * days; a period eight days earlier would compare Mondays with Sundays. Therefore one day belongs to both periods.
 * Ranges without today, and those exact to the second, need no shift.
 *
 * @param days by which the period before begins earlier
 */
function linesUpWeekdays({ interval, written }: DateRange, days: number): boolean {
  const { relative } = written.from ?? DEFAULT_START;
  const isWeeks =
    relative?.unit === 'd' && relative.amount > 0 && relative.amount % DAYS_PER_WEEK === 0;
  return (
    interval === 'day' &&
    isWeeks &&
    days % DAYS_PER_WEEK !== 0 &&
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
  return { ...range, from, to, readFrom: isReadFromItsDay(range.interval) ? from : readFrom };
}
