import type { AlertInterval } from '@tidemark/contracts';
import { instantOf, wallTime } from '../../dates/zone-clock';
import { isQuiet } from './quiet-hours';
import type { QuietHours } from './quiet-hours';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const RETRY_MS = 60_000;
/** The longest search for the end of quiet hours: enough for a weekend of 48 hours and clocks that are set back. */
const LONGEST_QUIET_MINUTES = 4 * 24 * 60;

/**
 * The time of the next check: hourly, or after the start of a day, week (Monday) or month in the project's time zone,
 * at 1, 3 or 4 o'clock. `minute` spreads the alerts of an installation over the hour. A check in quiet hours is moved
 * to their end.
 */
export function nextCheckAt(
  interval: AlertInterval,
  now: Date,
  { minute, ...quiet }: QuietHours & { readonly minute: number },
): Date {
  const regular =
    interval === 'hourly' ? nextHour(now, minute) : nextOf(interval, now, quiet, minute);
  return firstLoudTime(regular, quiet);
}

/**
 * The time of the next attempt after a failed check: the pauses double, but the attempt is never later than the
 * regular check.
 */
export function retryAt(failures: number, now: Date, regular: Date): Date {
  const pause = Math.min(HOUR_MS, RETRY_MS * 2 ** Math.max(0, failures - 1));
  return new Date(Math.min(regular.getTime(), now.getTime() + pause));
}

/** The first time at or after `time` that is not in quiet hours; `time` if all hours are quiet. */
export function firstLoudTime(time: Date, quiet: QuietHours): Date {
  if (!isQuiet(time, quiet)) return time;
  const start = Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let minutes = 0; minutes <= LONGEST_QUIET_MINUTES; minutes += 1) {
    const candidate = new Date(start + minutes * MINUTE_MS);
    if (!isQuiet(candidate, quiet)) return candidate;
  }
  return time;
}

function nextHour(now: Date, minute: number): Date {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const at = hour + minute * MINUTE_MS;
  return new Date(at > now.getTime() ? at : at + HOUR_MS);
}

/** The first scheduled time after now, which may be later today. */
function nextOf(
  interval: Exclude<AlertInterval, 'hourly'>,
  now: Date,
  { timezone }: QuietHours,
  minute: number,
): Date {
  const wall = wallTime(now, timezone);
  const weekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
  const clock = { ...wall, minute, second: 0, ms: 0 };
  const sinceMonday = (weekday + 6) % 7;
  const starts = {
    daily: [0, 1].map((days) => ({ ...clock, hour: 1, day: wall.day + days })),
    weekly: [0, 7].map((days) => ({ ...clock, hour: 3, day: wall.day - sinceMonday + days })),
    monthly: [0, 1].map((months) => ({ ...clock, hour: 4, day: 1, month: wall.month + months })),
  };
  const [thisOne, next] = starts[interval].map((start) => instantOf(start, timezone));
  const found = thisOne !== undefined && thisOne > now ? thisOne : next;
  return found ?? now;
}
