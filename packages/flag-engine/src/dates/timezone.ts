import { instantFromMillis, type Instant } from './instant';
import { utcMillisOf, type WallClock } from './wall-clock';

const DAY_MILLIS = 86_400_000;

/** Formatters are costly to make; there are only as many as there are timezones. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();

/**
 * The moment at which clocks in `timezone` show `wall`.
 *
 * When clocks show it twice (the hour repeated in autumn) the earlier moment counts; when they never
 * show it (the hour skipped in spring) there is none: null. An unknown timezone is read as UTC.
 */
export function instantAtWallClock(wall: WallClock, timezone: string): Instant | null {
  const formatter = formatterFor(timezone);
  if (formatter === null) return withNanos(wall.utcMillis, wall.nanos);
  const before = offsetAt(wall.utcMillis - DAY_MILLIS, formatter);
  const after = offsetAt(wall.utcMillis + DAY_MILLIS, formatter);
  const candidates = [wall.utcMillis - before, wall.utcMillis - after].filter(
    (millis) => wall.utcMillis - offsetAt(millis, formatter) === millis,
  );
  return candidates.length === 0 ? null : withNanos(Math.min(...candidates), wall.nanos);
}

/** What clocks in `timezone` show at a moment given in epoch milliseconds. */
export function wallClockAt(millis: number, timezone: string): WallClock {
  const formatter = formatterFor(timezone);
  const offset = formatter === null ? 0 : offsetAt(millis, formatter);
  const shown = instantFromMillis(millis + offset);
  return { utcMillis: shown.seconds * 1000, nanos: shown.nanos };
}

function withNanos(millis: number, nanos: number): Instant {
  return { seconds: Math.floor(millis / 1000), nanos };
}

function formatterFor(timezone: string): Intl.DateTimeFormat | null {
  if (timezone === 'UTC') return null;
  let formatter = formatters.get(timezone);
  if (formatter === undefined) {
    formatter = makeFormatter(timezone);
    // Unknown names are not remembered, so that the map cannot grow past the known timezones.
    if (formatter !== null) formatters.set(timezone, formatter);
  }
  return formatter;
}

function makeFormatter(timezone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

/** Offset of the timezone from UTC at a moment, in milliseconds, east positive. */
function offsetAt(millis: number, formatter: Intl.DateTimeFormat): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter.formatToParts(millis)) fields[type] = Number(value);
  const shown = utcMillisOf({
    year: fields.year ?? NaN,
    month: fields.month ?? NaN,
    day: fields.day ?? NaN,
    hour: fields.hour ?? NaN,
    minute: fields.minute ?? NaN,
    second: fields.second ?? NaN,
  });
  return shown === null ? 0 : shown - Math.floor(millis / 1000) * 1000;
}
