import { offsetMs, timesShowing } from '../zone-time';
import type { ResponseFields } from './response-fields';
import { rangeOf } from './response-fields';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The start of a bucket with its time of day. */
const START = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
/** The lengths of the intervals that are shorter than a day, in milliseconds. */
const LENGTHS: Readonly<Record<string, number>> = { hour: HOUR_MS, minute: 60_000, second: 1_000 };

/**
 * The starts of buckets such that each names one time: in autumn, local clocks show some times twice, so these get
 * their offset (`2026-10-25T02:00:00+01:00`). All other starts are returned unchanged.
 *
 * @param days the starts in their order and in the wire format (`2026-10-25 02:00:00`), in the project's time zone
 * @param response tells the time zone and the range; without them, the starts are returned unchanged
 */
export function exactDays(
  days: readonly string[],
  interval: string | null | undefined,
  response: ResponseFields,
): readonly string[] {
  const length = LENGTHS[interval ?? 'day'];
  const { timezone } = response;
  if (length === undefined || typeof timezone !== 'string') return days;
  const repeats = repeatingDates(timezone);
  const range = rangeOf(response);
  // The first bucket is the one that contains the start of the range.
  let earliest = range === null ? -Infinity : Date.parse(range.date_from) - length + 1;
  return days.map((day) => {
    if (!START.test(day) || !repeats(day.slice(0, 10))) {
      earliest = -Infinity;
      return day;
    }
    const wanted = Date.parse(`${day.replace(' ', 'T')}Z`);
    const times = timesShowing(wanted, timezone);
    const time = times.find((one) => one >= earliest) ?? times.at(-1);
    if (time === undefined) return day;
    earliest = time + length;
    return times.length === 1 ? day : withOffset(day, wanted - time);
  });
}

/** Returns a function that tells whether clocks are set back on a date (`2026-10-25`) of the zone. */
function repeatingDates(zone: string): (date: string) => boolean {
  const known = new Map<string, boolean>();
  return (date) => {
    const found = known.get(date);
    if (found !== undefined) return found;
    const start = Date.parse(`${date}T00:00:00Z`);
    // Wide enough for every zone: offsets are from -12 to +14 hours.
    const repeats = offsetMs(start - DAY_MS, zone) > offsetMs(start + 2 * DAY_MS, zone);
    known.set(date, repeats);
    return repeats;
  };
}

/** `2026-10-25T02:00:00+01:00` */
function withOffset(day: string, offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${day.replace(' ', 'T')}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
