/** A local date and time of a time zone; months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** The local time of a zone at a time. @throws RangeError if the name is not an IANA zone */
export function wallTime(at: Date, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? 0);
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    ms: at.getUTCMilliseconds(),
  };
}

function asUtc({ year, month, day, hour, minute, second, ms }: WallTime): number {
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second, ms));
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  const days = new Date(0).setUTCFullYear(year, month - 1, day);
  return days + (date.getTime() - Date.UTC(2000, 0, 1));
}

/**
 * The time at which the clock of a zone shows `wall`. Fields may overflow (day 0, month 14). A time that is skipped
 * in spring is read as one hour later; of a time that occurs twice in autumn, the first is returned.
 */
export function instantOf(wall: WallTime, zone: string): Date {
  const wanted = asUtc(wall);
  const offsetAt = (ms: number): number => asUtc(wallTime(new Date(ms), zone)) - ms;
  const before = wanted - offsetAt(wanted - 86_400_000);
  const after = wanted - offsetAt(wanted + 86_400_000);
  const fits = [before, after].filter((ms) => ms + offsetAt(ms) === wanted);
  return new Date(fits.length === 0 ? Math.max(before, after) : Math.min(...fits));
}
