import { parseInstant } from '../capture/parse-instant';

const RFC_3339 =
  /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Postgres has no year 0. */
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');

/**
 * Reads a time in the strict format of V1: RFC 3339 with seconds and zone, in the years 1 to 9999 (UTC).
 * @returns ms since the epoch; undefined if the value is not such a time
 */
export function parseRfc3339(value: unknown): number | undefined {
  if (typeof value !== 'string' || !RFC_3339.test(value)) return undefined;
  const time = parseInstant(value);
  return time !== undefined && time >= YEAR_1 && time < YEAR_10000 ? time : undefined;
}
