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

/** A time of the wire (ISO 8601; without an offset it is UTC) as a Date; null when it is none. */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const iso = value.replace(' ', 'T');
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(iso);
  const time = new Date(hasZone || !iso.includes('T') ? iso : `${iso}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Date and time in a zone, without its name: the place says it. Other values are returned as text. */
export function timestampText(value: unknown, zone: string): string {
  const time = timeOf(value);
  return time === null ? copyText(value) : formatter(zone).format(time);
}

/** The timestamp in the time zone of the project, in UTC and in that of the browser, one per line. */
export function timestampTitle(value: unknown, projectZone: string): string {
  const time = timeOf(value);
  if (time === null) return '';
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([projectZone, 'UTC', own])];
  return zones.map((zone) => `${formatter(zone).format(time)} ${zone}`).join('\n');
}

const STEPS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, for example "3 minutes ago". */
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

/** Hours and minutes of a time in a zone, for example "14:05"; other values are returned as text. */
export function clockText(value: unknown, zone: string): string {
  const time = timeOf(value);
  if (time === null) return copyText(value);
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(undefined, { timeZone: zone, ...parts }).format(time);
}

/** The day of a time in a zone, for example "24 Nov 2026"; other values are returned as text. */
export function dayText(value: unknown, zone: string): string {
  const time = timeOf(value);
  if (time === null) return copyText(value);
  return new Intl.DateTimeFormat(undefined, { timeZone: zone, dateStyle: 'medium' }).format(time);
}
