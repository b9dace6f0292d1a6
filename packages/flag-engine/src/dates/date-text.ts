import { instantFromMillis, type Instant } from './instant';
import { parseOtherNotation } from './other-notations';
import { before, parseRelativeDate, type RelativeDate } from './relative-date';
import { instantAtWallClock, wallClockAt } from './timezone';
import { utcMillisOf, type WallClock } from './wall-clock';

/** A date as written, before "now" and the project's timezone are known. */
type WrittenDate =
  | { readonly kind: 'instant'; readonly instant: Instant }
  | { readonly kind: 'wall'; readonly wall: WallClock }
  | { readonly kind: 'relative'; readonly relative: RelativeDate }
  /** A day of UTC without a time of day. */
  | { readonly kind: 'day'; readonly utcMillis: number };

const DAY_MILLIS = 86_400_000;

const WITH_OFFSET =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const WITHOUT_OFFSET =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?)?$/;

/**
 * Reads a date text: relative (`-7d`), RFC 3339 with its offset, a date with or without a time of day, or a date in
 * another notation. Null for any other text.
 */
export function parseDateText(text: string): WrittenDate | null {
  const relative = parseRelativeDate(text);
  if (relative !== null) return { kind: 'relative', relative };
  return parseWithOffset(text) ?? parseWithoutOffset(text) ?? parseOtherNotation(text);
}

/** The time of a parsed date; null when the timezone skips it. */
export function resolveDate(date: WrittenDate, now: Date, timezone: string): Instant | null {
  switch (date.kind) {
    case 'instant':
      return date.instant;
    case 'wall':
      return instantAtWallClock(date.wall, timezone);
    case 'relative':
      return instantAtWallClock(
        before(wallClockAt(now.getTime(), timezone), date.relative),
        timezone,
      );
    // PostHog adds the current time of day in UTC.
    case 'day':
      return instantFromMillis(date.utcMillis + (now.getTime() % DAY_MILLIS));
  }
}

function parseWithOffset(text: string): WrittenDate | null {
  const match = WITH_OFFSET.exec(text);
  if (match === null) return null;
  const utcMillis = millisFrom(match);
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (utcMillis === null || offsetHours > 23 || offsetMinutes > 59) return null;
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000 * (match[8] === '-' ? -1 : 1);
  const { seconds } = instantFromMillis(utcMillis - offset);
  return { kind: 'instant', instant: { seconds, nanos: nanosFrom(match[7]) } };
}

function parseWithoutOffset(text: string): WrittenDate | null {
  const match = WITHOUT_OFFSET.exec(text);
  const utcMillis = match && millisFrom(match);
  if (match === null || utcMillis === null) return null;
  return { kind: 'wall', wall: { utcMillis, nanos: nanosFrom(match[7]) } };
}

/** Groups 1 to 6 of both patterns are year, month, day, hour, minute and second. */
function millisFrom(match: RegExpExecArray): number | null {
  const field = (group: number): number => Number(match[group] ?? 0);
  return utcMillisOf({
    year: field(1),
    month: field(2),
    day: field(3),
    hour: field(4),
    minute: field(5),
    second: field(6),
  });
}

/** Nanoseconds of a decimal fraction; digits after the ninth are dropped. */
function nanosFrom(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Number(fraction.slice(0, 9).padEnd(9, '0'));
}
