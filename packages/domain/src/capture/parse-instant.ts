const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:\s*([ap]m))?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:T|\s+)${TIME})?$`,
  'i',
);
const MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})(?:\s+${TIME})?$`, 'i');
/** RFC 2822; the name of the day is optional. */
const DAY_MONTH_NAME = new RegExp(
  String.raw`^(?:[a-z]{3},\s*)?(\d{1,2})\s+([a-z]{3})\s+(\d{4})\s+${TIME}$`,
  'i',
);
const NUMERIC = /^(\d{9,19})(?:\.\d+)?$/;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Reads a client's time text leniently: RFC 3339 (the zone may be `+03`; without one it is UTC), a date only, a blank
 * instead of `T`, slashes (year first or month first), AM and PM, RFC 2822, digits as seconds, ms, µs or ns.
 * @returns ms since the epoch; undefined if the text is not a time
 */
export function parseInstant(text: string): number | undefined {
  const trimmed = text.trim();
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst !== null) {
    const [, year, month, day, ...time] = yearFirst;
    return instant(Number(year), Number(month), Number(day), time);
  }
  const numeric = NUMERIC.exec(trimmed);
  if (numeric !== null) return fromDigits(trimmed, numeric[1] ?? '');
  const monthFirst = MONTH_FIRST.exec(trimmed);
  if (monthFirst !== null) {
    const [, month, day, year, ...time] = monthFirst;
    return instant(Number(year), Number(month), Number(day), time);
  }
  const named = DAY_MONTH_NAME.exec(trimmed);
  if (named === null) return undefined;
  const [, day, month = '', year, ...time] = named;
  return instant(Number(year), MONTHS.indexOf(month.toLowerCase()) + 1, Number(day), time);
}

/** The number of whole digits decides the unit: 10 seconds, 13 ms, 16 µs, 19 ns. */
function fromDigits(text: string, whole: string): number {
  const value = Number(text);
  if (whole.length <= 11) return Math.round(value * 1_000);
  if (whole.length <= 14) return Math.round(value);
  return Math.round(value / (whole.length <= 17 ? 1e3 : 1e6));
}

type TimeParts = readonly (string | undefined)[];

function instant(year: number, month: number, day: number, time: TimeParts): number | undefined {
  const [written = '0', minute = '0', second = '0', fraction = '', half, zone = 'Z'] = time;
  const hour = half === undefined ? Number(written) : hourOf(Number(written), half);
  if (hour === undefined) return undefined;
  const parts = [hour, Number(minute), Number(second)] as const;
  // Second 60 is a leap second: it counts as the first second of the next minute.
  if (parts[0] > 23 || parts[1] > 59 || parts[2] > 60) return undefined;
  const date = new Date(0);
  // `Date.UTC` is not used, because it reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(...parts, Number(fraction.slice(0, 3).padEnd(3, '0')));
  return date.getTime() - zoneMinutes(zone) * 60_000;
}

/** The hour of the day of an hour of the 12-hour clock; undefined if that has no such hour. */
function hourOf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneMinutes(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  const [, sign, hours, minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
