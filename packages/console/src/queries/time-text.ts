import { copyText } from './grid/cell-text';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(undefined, {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, made);
  return made;
}

/**
 * Parses a timestamp in the wire format (ISO 8601; without an offset it is in UTC); null if the text is not a
 * timestamp.
 */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const iso = value.replace(' ', 'T');
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(iso);
  const time = new Date(hasZone || !iso.includes('T') ? iso : `${iso}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * Formats date and time in a time zone, without the name of the zone, which is shown elsewhere. Other values are
 * returned as text.
 */
export function timestampText(value: unknown, zone: string): string {
  const time = timeOf(value);
  return time === null ? copyText(value) : formatter(zone).format(time);
}

/** Formats a timestamp in three time zones, one per line: the project's, UTC and the browser's. */
export function timestampTitle(value: unknown, projectZone: string): string {
  const time = timeOf(value);
  if (time === null) return '';
  const zones = [...new Set([projectZone, 'UTC', ownZone()])];
  return zones.map((zone) => `${formatter(zone).format(time)} ${zone}`).join('\n');
}

let knownOwnZone: string | undefined;

/** The time zone of the browser. It is looked up once, because that takes long in a grid of timestamps. */
function ownZone(): string {
  return (knownOwnZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

const STEPS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats how long ago a timestamp was, for example "3 minutes ago". */
export function agoText(value: unknown, now: number): string {
  const time = timeOf(value);
  if (time === null) return '';
  const seconds = Math.round((time.getTime() - now) / 1_000);
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(seconds, 'second');
}

/** Formats hours and minutes of a timestamp in a time zone, for example "14:05". Other values are returned as text. */
export function clockText(value: unknown, zone: string): string {
  const time = timeOf(value);
  if (time === null) return copyText(value);
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(undefined, { timeZone: zone, ...parts }).format(time);
}

/** Formats the date of a timestamp in a time zone, for example "24 Nov 2026". Other values are returned as text. */
export function dayText(value: unknown, zone: string): string {
  const time = timeOf(value);
  if (time === null) return copyText(value);
  return new Intl.DateTimeFormat(undefined, { timeZone: zone, dateStyle: 'medium' }).format(time);
}
