import type { DateTime } from 'luxon';
import type { WeekStartDay } from '../insight/context';
import { completePeriods } from './complete-periods';
import type { DateRange } from './date-range';
import { chosenDays } from './days-of-week';
import type { ReadDate } from './read-date';
import { readDate } from './read-date';
import type { Interval } from './zoned';
import { daysEarlier, isClockInterval, isReadFromItsDay, startOfInterval } from './zoned';

/** The `dateRange` of an insight as clients send it. */
export interface DateRangeInput {
  readonly date_from?: string | null | undefined;
  readonly date_to?: string | null | undefined;
  readonly explicitDate?: boolean | null | undefined;
  readonly excludeIncompletePeriods?: boolean | null | undefined;
  readonly daysOfWeek?: readonly number[] | null | undefined;
}

export interface DateRangeOptions {
  readonly interval: Interval;
  /** The current time, in the project's zone. */
  readonly now: DateTime;
  readonly weekStartDay: WeekStartDay;
  /** The time of the project's first event, for `all`; null without events. */
  readonly earliest: DateTime | null;
  /** For totals: a missing end means now, and nothing is rounded. */
  readonly exact?: boolean | undefined;
}

const DEFAULT_DAYS = 7;
const ALL = 'all';

/** The start of `all` for a project without events. */
const EPOCH_OF_ANALYTICS = { year: 2015, month: 1, day: 1 } as const;

/**
 * Resolves `dateRange` by the rules of `docs/wire/insights.md#date-ranges`.
 *
 * @throws InsightError for text that is not a date
 */
export function resolveDateRange(
  input: DateRangeInput | null | undefined,
  options: DateRangeOptions,
): DateRange {
  const { interval, now, weekStartDay, exact = false } = options;
  const isExplicit = input?.explicitDate === true;
  const writtenFrom = given(input?.date_from, 'dateRange.date_from', options);
  const writtenTo = given(input?.date_to, 'dateRange.date_to', options);
  const from =
    input?.date_from === ALL
      ? startOfTime(options)
      : fromOf(writtenFrom, now, isExplicit || exact || keepsStart(interval));
  const keepsEnd = isExplicit || (exact && writtenTo === null);
  const to = keepsEnd ? (writtenTo?.time ?? now) : toOf(writtenTo, now, interval);
  const range = {
    from,
    to,
    interval,
    weekStartDay,
    isExplicit,
    readFrom: isExplicit || exact ? from : readFromOf(from, writtenFrom, interval, weekStartDay),
    written: { from: writtenFrom, to: writtenTo },
    daysOfWeek: chosenDays(input?.daysOfWeek),
  };
  return input?.excludeIncompletePeriods === true ? completePeriods(range, now) : range;
}

function given(
  text: string | null | undefined,
  field: string,
  { now, weekStartDay }: DateRangeOptions,
): ReadDate | null {
  if (text === null || text === undefined || text === '' || text === ALL) return null;
  return readDate(text, now, field, weekStartDay);
}

function startOfTime({ earliest, now }: DateRangeOptions): DateTime {
  return earliest ?? now.set(EPOCH_OF_ANALYTICS).startOf('day');
}

function fromOf(written: ReadDate | null, now: DateTime, isExact: boolean): DateTime {
  if (written === null) return daysEarlier(now.startOf('day'), DEFAULT_DAYS);
  if (written.isAbsolute || isExact) return written.time;
  return written.time.startOf(written.relative?.unit === 'h' ? 'hour' : 'day');
}

/** Whether the interval is so short that a relative start is not rounded. */
function keepsStart(interval: Interval): boolean {
  return interval === 'minute' || interval === 'second';
}

function toOf(written: ReadDate | null, now: DateTime, interval: Interval): DateTime {
  const time = written?.time ?? now;
  if (!isClockInterval(interval)) return time.endOf('day');
  if (written?.isAbsolute === true) return time;
  // The current second is not complete.
  return interval === 'second'
    ? time.startOf('second').minus({ milliseconds: 1 })
    : time.endOf(interval);
}

function readFromOf(
  from: DateTime,
  written: ReadDate | null,
  interval: Interval,
  weekStartDay: WeekStartDay,
): DateTime {
  if (isReadFromItsDay(interval)) return from.startOf('day');
  if (written !== null && !written.isAbsolute && isCutAtStart(written, interval)) return from;
  return startOfInterval(from, interval, weekStartDay);
}

/** Whether a relative start makes the first bucket incomplete: for parts of a day, and for days by hours, `-48h`. */
function isCutAtStart({ relative }: ReadDate, interval: Interval): boolean {
  if (interval === 'day') return relative?.unit === 'h' && relative.amount > 0;
  return isClockInterval(interval);
}
