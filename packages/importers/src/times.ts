/** Smaller numbers are seconds, larger ones are milliseconds: the year 2000 is below it in seconds and above it in ms. */
const SECONDS_UP_TO = 100_000_000_000;
/** A time without an offset, with a space or a T before the time of day. */
const ZONELESS = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;

/**
 * Returns a time of a source as ISO 8601 in UTC. The formats are ISO 8601, `2024-01-31 10:00:00.123` (UTC), and seconds
 * or milliseconds since the epoch. Returns null for any other value, which must not be replaced with the current time.
 */
export function timestampOf(value: unknown): string | null {
  if (typeof value === 'bigint') return timestampOf(Number(value));
  if (value instanceof Date) return isoOf(value.getTime());
  if (typeof value === 'number') {
    return isoOf(Math.abs(value) < SECONDS_UP_TO ? value * 1_000 : value);
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text) && text.length >= 9) return timestampOf(Number(text));
  const zoneless = ZONELESS.exec(text);
  if (zoneless !== null) {
    const [, day = '', clock = '00:00:00'] = zoneless;
    return isoOf(Date.parse(`${day}T${clock}Z`));
  }
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? isoOf(Date.parse(text)) : null;
}

function isoOf(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
