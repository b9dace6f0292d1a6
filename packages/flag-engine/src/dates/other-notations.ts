import { instantFromMillis, type Instant } from './instant';
import { utcMillisOf } from './wall-clock';

/** A date in a notation that is not ISO 8601; `day` is a date without a time of day. */
type OtherDate =
  | { readonly kind: 'instant'; readonly instant: Instant }
  | { readonly kind: 'day'; readonly utcMillis: number };

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap]m))?`;
const ZONE = String.raw`(?<zone>[+-]\d\d(?::?\d\d)?|[a-z]{2,6})`;
const NOTATIONS: readonly RegExp[] = [
  // 2024-01-31 10:00:00 UTC, 2024-01-31 10:00 +0100, 2024-01-31 10:00 PM
  String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)\s+${TIME}(?:\s*${ZONE})?`,
  // Wed, 31 Jan 2024 10:00:00 GMT, 31 January 2024
  String.raw`(?:(?<weekday>[a-z]{3}),\s+)?(?<day>\d{1,2})\s+(?<name>[a-z]{3,9})\s+(?<year>\d{4}),?(?:\s+${TIME}(?:\s+${ZONE})?)?`,
  // January 31, 2024 10:00 AM, Jan. 31, 2024
  String.raw`(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2}),\s+(?<year>\d{4}),?(?:\s+${TIME})?`,
  // January 31, 2024 at 10:00 AM PST
  String.raw`(?<name>[a-z]{3,9})\s+(?<day>\d{1,2}),?\s+(?<year>\d{4}),?(?:\s+at)?\s+${TIME}\s+${ZONE}`,
  // 2024/1/31 10:00
  String.raw`(?<year>\d{4})/(?<month>\d{1,2})/(?<day>\d{1,2})(?:\s+${TIME})?`,
  // 1/31/2024 10:00 AM, 1/31/24
  String.raw`(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4}|\d\d)(?:\s+${TIME})?`,
  // 2024-Jan-31
  String.raw`(?<year>\d{4})-(?<name>[a-z]{3,9})-(?<day>\d\d)`,
].map((source) => new RegExp(`^${source}$`, 'i'));

type Fields = Partial<Readonly<Record<string, string>>>;

/**
 * Reads notations other than ISO 8601 (`docs/wire/flags-evaluation.md#operator-date`). Without an offset they are in
 * UTC. Null for any other text.
 */
export function parseOtherNotation(text: string): OtherDate | null {
  for (const notation of NOTATIONS) {
    const fields: Fields | undefined = notation.exec(text)?.groups;
    if (fields !== undefined) return dateOf(fields);
  }
  return null;
}

function dateOf(fields: Fields): OtherDate | null {
  const utcMillis = utcMillisOf({
    year: yearOf(fields['year'] ?? ''),
    month: fields['name'] === undefined ? Number(fields['month']) : monthOf(fields['name']),
    day: Number(fields['day']),
    hour: hourOf(fields),
    minute: Number(fields['minute'] ?? 0),
    second: Number(fields['second'] ?? 0),
  });
  if (utcMillis === null || !isWeekday(fields, utcMillis)) return null;
  if (fields['hour'] === undefined) return { kind: 'day', utcMillis };
  const { seconds } = instantFromMillis(utcMillis - offsetOf(fields['zone'] ?? 'utc'));
  return {
    kind: 'instant',
    instant: { seconds, nanos: Number((fields['fraction'] ?? '').padEnd(9, '0')) },
  };
}

/** Two digits are a year from 1970 to 2069. */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The number of a month by its name or the first three letters; 0 for another word. */
function monthOf(name: string): number {
  const wanted = name.toLowerCase();
  return 1 + MONTHS.findIndex((month) => month === wanted || month.slice(0, 3) === wanted);
}

/** The hour from 0 to 23; a greater number if there is no such hour. */
function hourOf({ hour, half }: Fields): number {
  const shown = Number(hour ?? 0);
  if (half === undefined) return shown;
  if (shown < 1 || shown > 12) return Infinity;
  return (shown % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Whether a day of the week, which only dates with a zone have, is the right one. */
function isWeekday({ weekday, zone }: Fields, utcMillis: number): boolean {
  if (weekday === undefined) return true;
  return zone !== undefined && WEEKDAYS[new Date(utcMillis).getUTCDay()] === weekday.toLowerCase();
}

const HOUR_MILLIS = 3_600_000;
/** Hours of the zones of RFC 2822; other names are UTC. */
const ZONE_HOURS: ReadonlyMap<string, number> = new Map([
  ['edt', -4],
  ['est', -5],
  ['cdt', -5],
  ['cst', -6],
  ['mdt', -6],
  ['mst', -7],
  ['pdt', -7],
  ['pst', -8],
]);

function offsetOf(zone: string): number {
  const digits = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (digits === null) return (ZONE_HOURS.get(zone.toLowerCase()) ?? 0) * HOUR_MILLIS;
  const hours = Number(digits[2]) + Number(digits[3] ?? 0) / 60;
  return hours * HOUR_MILLIS * (digits[1] === '-' ? -1 : 1);
}
