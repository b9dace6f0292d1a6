const DAY_MS = 86_400_000;

/**
 * Converts a local date and time (`2026-11-24T09:00`) of a time zone to ISO 8601. A time that is skipped when clocks
 * change is moved by that change; for a time that occurs twice, the first occurrence is used.
 *
 * @returns null if the text is not a date and time
 */
export function timeInZone(civil: string, zone: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(civil);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  // The offset of the day before gives the first of two possible timestamps.
  const first = wanted - offsetMs(wanted - DAY_MS, zone);
  if (first + offsetMs(first, zone) === wanted) return new Date(first).toISOString();
  return new Date(wanted - offsetMs(first, zone)).toISOString();
}

/**
 * The timestamps in milliseconds at which the clocks of a zone show a local date and time, the earlier one first: two
 * in the hour that is repeated in autumn, none in the hour that is skipped in spring.
 *
 * @param wanted the local time as if it were UTC, in milliseconds
 */
export function timesShowing(wanted: number, zone: string): readonly number[] {
  const offsets = [-DAY_MS, DAY_MS].map((from) => offsetMs(wanted + from, zone));
  return [...new Set(offsets)]
    .map((offset) => wanted - offset)
    .filter((time) => time + offsetMs(time, zone) === wanted)
    .toSorted((one, other) => one - other);
}

/** The offset of a time zone from UTC at a timestamp, in milliseconds. */
export function offsetMs(time: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const found = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => found.get(name) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
  );
  return shown - Math.floor(time / 60_000) * 60_000;
}

/**
 * Converts a timestamp in milliseconds to the local date and time (`2026-11-24T09:00`) of a zone: the inverse of
 * `timeInZone`.
 */
export function civilInZone(time: number, zone: string): string {
  return new Date(time + offsetMs(time, zone)).toISOString().slice(0, 16);
}

/**
 * The timestamp of a local date and time that a user may have edited. An unchanged text keeps the stored timestamp, whose
 * seconds, and whose offset in an hour that is shown twice, the text does not contain.
 *
 * @param stored the timestamp that the user began to edit; null for a new one
 * @returns null if the text is not a date and time
 */
export function editedTime(civil: string, zone: string, stored: string | null): string | null {
  if (stored !== null && civil.slice(0, 16) === civilInZone(Date.parse(stored), zone))
    return stored;
  return timeInZone(civil, zone);
}

/** The next full hour after a timestamp in milliseconds, as the local date and time of a zone. */
export function nextHourInZone(time: number, zone: string): string {
  const HOUR_MS = 3_600_000;
  const civil = Date.parse(`${civilInZone(time, zone)}Z`);
  return new Date((Math.floor(civil / HOUR_MS) + 1) * HOUR_MS).toISOString().slice(0, 16);
}
