import { instantOf, wallTime } from '../dates/zone-clock';

/** When an experiment ran, and the time zone of its project. */
export interface ExperimentRun {
  readonly startDate: Date;
  /** Null while it runs. */
  readonly endDate: Date | null;
  /** An IANA time zone. */
  readonly timezone: string;
}

/** A day of an experiment's time series. */
export interface ExperimentDay {
  /** `YYYY-MM-DD` in the time zone of the project. */
  readonly day: string;
  /** The end of the data of its result: the end of the day, or of the experiment. */
  readonly until: Date;
}

/** The maximum number of days of a time series; of a longer experiment, the last ones. */
const MAX_EXPERIMENT_DAYS = 1_000;
const DAY_MS = 86_400_000;

/**
 * The days on which an experiment ran, the oldest first; also the current day, whose `until` is in the future. Empty
 * for an experiment that starts later.
 */
export function experimentDays(
  { startDate, endDate, timezone }: ExperimentRun,
  now: Date,
): readonly ExperimentDay[] {
  const last = endDate !== null && endDate < now ? endDate : now;
  if (startDate > last) return [];
  const first = dayNumber(startDate, timezone);
  const end = dayNumber(last, timezone);
  const from = Math.max(first, end - MAX_EXPERIMENT_DAYS + 1);
  return Array.from({ length: end - from + 1 }, (_, at) => {
    const endOfDay = startOfDay(from + at + 1, timezone);
    return {
      day: new Date((from + at) * DAY_MS).toISOString().slice(0, 10),
      until: endDate !== null && endDate < endOfDay ? endDate : endOfDay,
    };
  });
}

/**
 * The days whose results are calculated at `now` without a request: those that ended at least `graceMs` ago and are
 * later than the newest stored one. Without a stored one, only the last of them, so that a changed metric of a long
 * experiment does not cause many queries.
 */
export function dueDays(
  days: readonly ExperimentDay[],
  newestStored: string | null,
  { now, graceMs }: { readonly now: Date; readonly graceMs: number },
): readonly ExperimentDay[] {
  const ended = days.filter(({ until }) => until.getTime() + graceMs <= now.getTime());
  if (newestStored === null) return ended.slice(-1);
  return ended.filter(({ day }) => day > newestStored);
}

/** Days since 1970 of the local date at a time. */
function dayNumber(at: Date, timezone: string): number {
  const { year, month, day } = wallTime(at, timezone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function startOfDay(number: number, timezone: string): Date {
  const date = new Date(number * DAY_MS);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return instantOf({ year, month, day, hour: 0, minute: 0, second: 0, ms: 0 }, timezone);
}
