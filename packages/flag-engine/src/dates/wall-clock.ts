/**
 * A date and time of day without a timezone, kept as the epoch milliseconds it would have in UTC
 * (whole seconds) plus nanoseconds.
 */
export interface WallClock {
  readonly utcMillis: number;
  readonly nanos: number;
}

/** Fields of a calendar date and time of day; `month` is 1 to 12. */
interface WallFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Epoch milliseconds of the fields read as UTC; null when there is no such day or time. */
export function utcMillisOf(fields: WallFields): number | null {
  const { year, month, day, hour, minute, second } = fields;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  // setUTCFullYear, unlike Date.UTC, does not add 1900 to the years 0 to 99.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second, 0);
}
