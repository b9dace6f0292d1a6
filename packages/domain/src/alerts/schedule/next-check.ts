import type { AlertInterval } from '@tidemark/contracts';
import { instantOf, wallTime } from '../../dates/zone-clock';
import { isQuiet } from './quiet-hours';
import type { QuietHours } from './quiet-hours';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const RETRY_MS = 60_000;
/** A weekend of 48 hours, and a clock that is put back, end before. */
const LONGEST_QUIET_MINUTES = 4 * 24 * 60;

/**
 * When an alert is checked next: every hour, or when the day, the week (Monday) or the month of the project has
 * begun, at 1, 3 or 4 o'clock. `minute` keeps the alerts of an installation apart. What falls into quiet hours
 * comes at their end.
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

/** When a failed check is tried again: soon, then later and later, but never later than the regular one. */
export function retryAt(failures: number, now: Date, regular: Date): Date {
  const pause = Math.min(HOUR_MS, RETRY_MS * 2 ** Math.max(0, failures - 1));
  return new Date(Math.min(regular.getTime(), now.getTime() + pause));
}

/** The first time from `time` on that is not in quiet hours; `time` where all hours are quiet. */
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

/** The first such time after now, which may be later today. */
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
