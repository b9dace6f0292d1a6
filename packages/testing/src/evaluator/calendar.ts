/**
 * Dates are texts in local time, such as `2020-01-09` and `2020-01-09 10`, so that no time zone is applied to them
 * twice.
 */
export type Interval = 'hour' | 'day' | 'week' | 'month';

const DAY_MS = 86_400_000;

/** Converts a UTC time to local time; both have the form `2020-01-09 10:00:00`. */
export function localText(utc: string, timeZone: string): string {
  return clockOf(timeZone).format(new Date(`${utc.replace(' ', 'T')}Z`));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Creating a date format is slow, so there is one per time zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  clocks.set(timeZone, made);
  return made;
}

function pseudo(local: string): number {
  const [date = '', hour = '00'] = local.split(' ');
  return Date.parse(`${date}T${hour}:00:00Z`);
}

function textOf(ms: number, interval: Interval): string {
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .slice(0, interval === 'hour' ? 13 : 10);
}

export function addDays(day: string, days: number): string {
  return textOf(pseudo(day) + days * DAY_MS, 'day');
}

export function daysBetween(from: string, to: string): number {
  return Math.round((pseudo(to) - pseudo(from)) / DAY_MS);
}

/** The day of the week, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf(local: string): number {
  return new Date(pseudo(local.slice(0, 10))).getUTCDay() || 7;
}

/** The start of the interval that contains a local time. */
export function bucketOf(local: string, interval: Interval, weekStart: 0 | 1): string {
  const day = local.slice(0, 10);
  if (interval === 'hour') return local.slice(0, 13).padEnd(13, ' 00');
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
}

/** The start of the interval that is `count` intervals after `bucket`. */
export function step(bucket: string, interval: Interval, count: number): string {
  if (interval === 'hour') return textOf(pseudo(bucket) + (count * DAY_MS) / 24, 'hour');
  if (interval !== 'month') return addDays(bucket, count * (interval === 'week' ? 7 : 1));
  const [year = 0, month = 1] = bucket.split('-').map(Number);
  return textOf(Date.UTC(year, month - 1 + count, 1), 'day');
}

/** All buckets from `first` to `last`, both included. */
export function bucketsBetween(first: string, last: string, interval: Interval): string[] {
  const buckets = [];
  for (let at = first; at <= last; at = step(at, interval, 1)) buckets.push(at);
  return buckets;
}
