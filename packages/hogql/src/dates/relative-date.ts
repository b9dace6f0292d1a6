import { instantOf, wallTime } from './zone-clock';
import type { WallTime } from './zone-clock';

/** What dates without a zone, and relative ones, are read against. */
export interface DateContext {
  readonly now: Date;
  /** IANA name of the project's zone. */
  readonly timezone: string;
}

const RELATIVE = /^[-+]?(\d{1,5})?(h|d|w|m|q|y|M|s)(Start|End)?$/;
const MS = { h: 3_600_000, M: 60_000, s: 1000 } as const;
const ISO =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * A moment as filters and date ranges write one (`wire/hogql.md` §9.3): relative to now (`-7d`, `dStart`,
 * `-1mEnd`; days and longer by the project's calendar) or ISO 8601, in the project's zone unless it names
 * one. Null for anything else, `all` included.
 */
export function resolveMoment(text: string, context: DateContext): Date | null {
  if (text === 'now') return context.now;
  return relative(text, context) ?? iso(text, context.timezone);
}

function relative(text: string, { now, timezone }: DateContext): Date | null {
  const [, count, unit, position] = RELATIVE.exec(text) ?? [];
  if (unit === undefined || (count === undefined && position === undefined)) return null;
  const n = text.startsWith('+') ? -Number(count ?? 0) : Number(count ?? 0);
  if (unit === 'h' || unit === 'M' || unit === 's') {
    return edge(wallTime(new Date(now.getTime() - n * MS[unit]), timezone), unit, position, {
      timezone,
      exact: new Date(now.getTime() - n * MS[unit]),
    });
  }
  const back = shifted(wallTime(now, timezone), unit, n);
  return edge(back, unit, position, { timezone, exact: instantOf(back, timezone) });
}

/** The wall time `n` units earlier; a day that a month does not have is its last. */
function shifted(wall: WallTime, unit: string, n: number): WallTime {
  if (unit === 'd' || unit === 'w') return { ...wall, day: wall.day - n * (unit === 'w' ? 7 : 1) };
  const months = { m: 1, q: 3, y: 12 }[unit] ?? 1;
  const month = wall.year * 12 + (wall.month - 1) - n * months;
  const [year, ofYear] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const last = new Date(Date.UTC(year, ofYear + 1, 0)).getUTCDate();
  return { ...wall, year, month: ofYear + 1, day: Math.min(wall.day, last) };
}

/** The first moment of the unit around a wall time, or its last millisecond. */
function edge(
  wall: WallTime,
  unit: string,
  position: string | undefined,
  { timezone, exact }: { readonly timezone: string; readonly exact: Date },
): Date {
  if (position === undefined) return exact;
  const start = startOf(wall, unit);
  if (position === 'Start') return instantOf(start, timezone);
  const next = unit === 'h' ? { ...start, hour: start.hour + 1 } : shifted(start, unit, -1);
  return new Date(instantOf(next, timezone).getTime() - 1);
}

function startOf(wall: WallTime, unit: string): WallTime {
  const hour = { ...wall, minute: 0, second: 0, ms: 0 };
  if (unit === 'h' || unit === 'M' || unit === 's') return hour;
  const day = { ...hour, hour: 0 };
  if (unit === 'd') return day;
  if (unit === 'w') {
    const weekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
    return { ...day, day: wall.day - ((weekday + 6) % 7) };
  }
  if (unit === 'm') return { ...day, day: 1 };
  if (unit === 'q') return { ...day, day: 1, month: wall.month - ((wall.month - 1) % 3) };
  return { ...day, day: 1, month: 1 };
}

function iso(text: string, timezone: string): Date | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  const fraction = (match[7] ?? '').slice(0, 3).padEnd(3, '0');
  const wall: WallTime = {
    year,
    month,
    day,
    hour: hour ?? 0,
    minute: minute ?? 0,
    second: second ?? 0,
    ms: Number(fraction),
  };
  if (month < 1 || month > 12 || day < 1 || day > 31 || wall.hour > 24) return null;
  if (wall.minute > 59 || wall.second > 60) return null;
  const zone = match[8];
  if (zone === undefined) return instantOf(wall, timezone);
  return new Date(instantOf(wall, 'UTC').getTime() - offsetMinutes(zone) * 60_000);
}

function offsetMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}
