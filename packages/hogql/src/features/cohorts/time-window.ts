import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { DateContext } from '../../dates/relative-date';
import { readDate, resolveTimestamp } from '../../dates/relative-date';
import { instantOf, wallTime } from '@tidemark/domain';

/** The units of time windows. */
export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** The bounds on the time of events, `from` included and `to` excluded; null = no bound. */
export interface TimeWindow {
  readonly from: Date | null;
  readonly to: Date | null;
}

const LETTERS = { minute: 'M', hour: 'h', day: 'd', week: 'w', month: 'm', year: 'y' } as const;
/** The tolerance for events of clients whose clock runs ahead. */
const AHEAD_MS = 5_000;

/**
 * The window of a behavioral filter in whole days of the project's zone, as in the insights with which PostHog finds
 * these persons: from the first midnight of the window (the full hour, if it is counted in hours) to the end of
 * today. Without a window all events before that count.
 */
export function dayWindow(filter: CohortBehavioralFilter, dates: DateContext): TimeWindow {
  const { explicit_datetime: explicit, explicit_datetime_to: until } = filter;
  const counted = windowStart(filter.time_value, filter.time_interval, dates);
  const to = given(until) ? resolveTimestamp(until, dates) : null;
  return {
    from: (given(explicit) ? startOf(explicit, dates) : null) ?? counted,
    to: startOfDay(to ?? dates.now, dates, 1),
  };
}

/** The window of a count: back from the exact time of the calculation, as in event lists. */
export function exactWindow(filter: CohortBehavioralFilter, dates: DateContext): TimeWindow {
  const { explicit_datetime: explicit, explicit_datetime_to: until } = filter;
  const { time_value: value, time_interval: unit } = filter;
  const counted = value && unit ? back(dates.now, value, unit, dates) : null;
  return {
    from: (given(explicit) ? resolveTimestamp(explicit, dates) : null) ?? counted,
    to:
      (given(until) ? resolveTimestamp(until, dates) : null) ??
      new Date(dates.now.getTime() + AHEAD_MS),
  };
}

/** The time so many units before now, rounded down to midnight or the full hour; null without units. */
export function windowStart(
  value: number | null | undefined,
  unit: Unit | null | undefined,
  dates: DateContext,
): Date | null {
  if (!value || !unit) return null;
  return startOf(`-${value}${LETTERS[unit]}`, dates);
}

/** A time so many units earlier, by the project's calendar; a day that a month does not have becomes its last. */
export function back(timestamp: Date, count: number, unit: Unit, dates: DateContext): Date {
  const context = { ...dates, now: timestamp };
  return resolveTimestamp(`-${count}${LETTERS[unit]}`, context) ?? timestamp;
}

/** The midnight at which the day of a timestamp begins, or that of a later day. */
export function startOfDay(timestamp: Date, { timezone }: DateContext, later = 0): Date {
  const { day, ...wall } = wallTime(timestamp, timezone);
  return instantOf({ ...wall, day: day + later, hour: 0, minute: 0, second: 0, ms: 0 }, timezone);
}

/** The midnight at which the month of a timestamp begins. */
export function startOfMonth(timestamp: Date, { timezone }: DateContext): Date {
  const wall = { ...wallTime(timestamp, timezone), day: 1, hour: 0, minute: 0, second: 0, ms: 0 };
  return instantOf(wall, timezone);
}

/** Absolute times are used unchanged; relative ones are rounded down to the day, or to the hour. */
function startOf(text: string, dates: DateContext): Date | null {
  const read = readDate(text, dates);
  if (read === null || read.isAbsolute) return read?.at ?? null;
  const { at, relative } = read;
  if (relative === null || relative.unit === 'M' || relative.unit === 's') return at;
  if (relative.unit !== 'h') return startOfDay(at, dates);
  const wall = wallTime(at, dates.timezone);
  return instantOf({ ...wall, minute: 0, second: 0, ms: 0 }, dates.timezone);
}

function given(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
