import { parseInstant } from '@tidemark/domain';
import { utcOfWallClock } from './wall-clock';

/** How times of a source without further information are read. */
export interface TimeReading {
  /** The IANA time zone of times that state none. */
  readonly zone?: string;
  /** The order of the numbers in a date such as 02/01/2024. Without it, such a date is ambiguous and cannot be read. */
  readonly order?: DateOrder;
}

export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** ISO 8601 without separators, with a `T` before the time of day, or a date alone. */
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(?:[.,](\d+))?([a-z+-].*)?)?$/i;
/** A date whose first two numbers are day and month, in any order. */
const AMBIGUOUS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/;
const NAMED_ZONE = /(?:Z|UTC|GMT)$/i;
const OFFSET = /[+-]\d{2}(?::?\d{2})?$/;
const EPOCH = /^\d+(?:\.\d+)?$/;

/**
 * Returns a time of a source as ISO 8601 in UTC. The notations are those of capture (ISO 8601, RFC 2822, digits as
 * seconds, ms, µs or ns since the epoch), and ISO 8601 without separators. Returns null for any other value, which must
 * not be replaced with the current time.
 */
export function timestampOf(value: unknown, { zone, order }: TimeReading = {}): string | null {
  if (typeof value === 'bigint') return timestampOf(Number(value));
  if (value instanceof Date) return isoOf(value.getTime());
  if (typeof value === 'number') return isoOf(msOf(value));
  if (typeof value !== 'string') return null;
  const text = yearFirst(value.trim(), order);
  const instant = text === null ? undefined : parseInstant(text);
  if (text === null || instant === undefined) return null;
  const isZoneless = zone !== undefined && !EPOCH.test(text) && !statesZone(text);
  return isoOf(isZoneless ? utcOfWallClock(instant, zone) : instant);
}

function statesZone(text: string): boolean {
  // The end of a date without a time looks like an offset.
  return NAMED_ZONE.test(text) || (text.includes(':') && OFFSET.test(text));
}

/** The magnitude decides the unit: of 2024, seconds have 10 digits, ms 13, µs 16 and ns 19. */
function msOf(number: number): number {
  const size = Math.abs(number);
  if (size < 1e11) return number * 1e3;
  if (size < 1e14) return number;
  return size < 1e17 ? number / 1e3 : number / 1e6;
}

/** Returns a text whose date begins with the year; null if the order of the numbers is unknown. */
function yearFirst(text: string, order: DateOrder | undefined): string | null {
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    const [, year, month, day, hour, minute, second = '00', fraction = '0', zone = ''] = compact;
    const date = `${year}-${month}-${day}`;
    return hour === undefined ? date : `${date}T${hour}:${minute}:${second}.${fraction}${zone}`;
  }
  const ambiguous = AMBIGUOUS.exec(text);
  if (ambiguous === null) return text;
  const [found, first, , second, year] = ambiguous;
  if (order === undefined) return null;
  const [day, month] = order === 'day-first' ? [first, second] : [second, first];
  return `${year}-${month}-${day}${text.slice(found.length).replace(/^,/, '')}`;
}

function isoOf(ms: number): string | null {
  const date = new Date(ms);
  const isReadable = !Number.isNaN(date.getTime()) && /^\d/.test(date.toISOString());
  return isReadable ? date.toISOString() : null;
}
