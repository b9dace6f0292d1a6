/**
 * The time of a civil date and time (`2026-11-24T09:00`) in a zone, in ISO 8601. A time that a change of the clock
 * skips is moved by that change; of one that comes twice the first is taken.
 *
 * @returns null for a text that is no date and time
 */
export function timeInZone(civil: string, zone: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(civil);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  // The offset a day before is that of the first of two equal times.
  const first = wanted - offsetMs(wanted - 86_400_000, zone);
  if (first + offsetMs(first, zone) === wanted) return new Date(first).toISOString();
  return new Date(wanted - offsetMs(first, zone)).toISOString();
}

/** The difference of a zone to UTC at a time, in ms. */
function offsetMs(time: number, zone: string): number {
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

/** The civil date and time (`2026-11-24T09:00`) of a time in ms in a zone; the inverse of `timeInZone`. */
export function civilInZone(time: number, zone: string): string {
  return new Date(time + offsetMs(time, zone)).toISOString().slice(0, 16);
}

/** The next full hour after a time in ms, as a civil date and time in a zone. */
export function nextHourInZone(time: number, zone: string): string {
  const HOUR_MS = 3_600_000;
  const civil = Date.parse(`${civilInZone(time, zone)}Z`);
  return new Date((Math.floor(civil / HOUR_MS) + 1) * HOUR_MS).toISOString().slice(0, 16);
}
