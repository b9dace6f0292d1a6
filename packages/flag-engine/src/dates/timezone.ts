import { instantFromMillis, type Instant } from './instant';
import { utcMillisOf, type WallClock } from './wall-clock';

const DAY_MILLIS = 86_400_000;

/**
 * Year 1 in epoch seconds. Before standard time every place had one offset. The formatter counts years before Christ
 * upwards, so times before year 1 use the offset of year 1.
 */
const YEAR_ONE_SECONDS = -62_135_596_800;

/** The number of offsets cached per timezone; when it is exceeded the cache is emptied. */
const MAX_OFFSETS = 1_000;

/** The formatter and cached offsets of a timezone. Formatting takes microseconds, so offsets are cached by second. */
interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}

/** Bounded by the number of timezones. */
const zones = new Map<string, Zone>();

/**
 * The time at which clocks in `timezone` show `wall`.
 *
 * When clocks show it twice (the hour repeated in autumn) the result is the earlier time; when they never show it
 * (the hour skipped in spring) it is null. An unknown timezone is read as UTC.
 */
export function instantAtWallClock(wall: WallClock, timezone: string): Instant | null {
  const zone = zoneOf(timezone);
  if (zone === null) return withNanos(wall.utcMillis, wall.nanos);
  const before = offsetAt(wall.utcMillis - DAY_MILLIS, zone);
  const after = offsetAt(wall.utcMillis + DAY_MILLIS, zone);
  const candidates = [wall.utcMillis - before, wall.utcMillis - after].filter(
    (millis) => wall.utcMillis - offsetAt(millis, zone) === millis,
  );
  return candidates.length === 0 ? null : withNanos(Math.min(...candidates), wall.nanos);
}

/** The local time in `timezone` at a timestamp in epoch milliseconds. */
export function wallClockAt(millis: number, timezone: string): WallClock {
  const zone = zoneOf(timezone);
  const shown = instantFromMillis(millis + (zone === null ? 0 : offsetAt(millis, zone)));
  return { utcMillis: shown.seconds * 1000, nanos: shown.nanos };
}

function withNanos(millis: number, nanos: number): Instant {
  return { seconds: Math.floor(millis / 1000), nanos };
}

/** Null for UTC and for unknown names (which are not cached, so that the map stays small). */
function zoneOf(timezone: string): Zone | null {
  if (timezone === 'UTC') return null;
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const formatter = makeFormatter(timezone);
  if (formatter === null) return null;
  const zone = { formatter, offsets: new Map<number, number>() };
  zones.set(timezone, zone);
  return zone;
}

function makeFormatter(timezone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
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

/** Offset of the timezone from UTC at a time, in milliseconds, east positive. */
function offsetAt(millis: number, { formatter, offsets }: Zone): number {
  const second = Math.max(Math.floor(millis / 1000), YEAR_ONE_SECONDS);
  let offset = offsets.get(second);
  if (offset === undefined) {
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    offset = readOffset(second * 1000, formatter);
    offsets.set(second, offset);
  }
  return offset;
}

function readOffset(millis: number, formatter: Intl.DateTimeFormat): number {
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
  return shown === null ? 0 : shown - millis;
}
