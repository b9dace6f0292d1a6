import type { RelativeDate, RelativeUnit } from './date-text';
import { daysIn, parseDateText } from './date-text';
import { instantOf, wallTime } from '@tidemark/domain';
import type { WallTime } from '@tidemark/domain';

/** The reference for relative dates and dates without a zone. */
export interface DateContext {
  readonly now: Date;
  /** IANA name of the project's zone. */
  readonly timezone: string;
  /** The first day of a week: 0 for Sunday (the default), 1 for Monday. */
  readonly weekStartDay?: number;
}

/** A parsed date and the time it resolves to. */
export interface ReadDate {
  readonly at: Date;
  /** Null for absolute dates and `now`. */
  readonly relative: RelativeDate | null;
  readonly isAbsolute: boolean;
  /** Whether it is an absolute date without a time of day, which resolves to the start of the day. */
  readonly isWholeDay: boolean;
}

const MS = { h: 3_600_000, M: 60_000, s: 1000 } as const;
const WEEKS_PER_QUARTER = 13;
/** The range of times in the engine; dates outside it become the first or last of the range. */
const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2262, 0, 1) - 1;

/**
 * Reads a date of a user in a query, filter or parameter (`docs/conventions.md`): relative to now (`-7d`, `dStart`,
 * `-1mEnd`; days and longer by the project's calendar) or ISO 8601, in the project's zone unless it names one. Null
 * for any other text, `all` included.
 */
export function readDate(text: string, context: DateContext): ReadDate | null {
  const written = parseDateText(text);
  switch (written?.kind) {
    case undefined:
      return null;
    case 'now':
      return { at: context.now, relative: null, isAbsolute: false, isWholeDay: false };
    case 'relative': {
      const { relative } = written;
      const at = within(resolveRelative(relative, context));
      return { at, relative, isAbsolute: false, isWholeDay: false };
    }
    case 'absolute': {
      const { wall, offset, hasTime } = written;
      const at =
        offset === null
          ? instantOf(wall, context.timezone)
          : new Date(instantOf(wall, 'UTC').getTime() - offset * 60_000);
      return { at: within(at), relative: null, isAbsolute: true, isWholeDay: !hasTime };
    }
  }
}

/** The time of `text` by the rules of `readDate`; null for text that is not a date. */
export function resolveTimestamp(text: string, context: DateContext): Date | null {
  return readDate(text, context)?.at ?? null;
}

function within(at: Date): Date {
  const ms = at.getTime();
  return Number.isNaN(ms) || ms < FIRST ? new Date(FIRST) : new Date(Math.min(ms, LAST));
}

function resolveRelative({ amount, unit, edge }: RelativeDate, context: DateContext): Date {
  const { now, timezone } = context;
  const isClock = unit === 'h' || unit === 'M' || unit === 's';
  const exact = isClock
    ? new Date(Math.max(now.getTime() - amount * MS[unit], FIRST))
    : fromCalendar(shifted(wallTime(now, timezone), unit, amount), timezone);
  if (edge === null) return exact;
  const wall = wallTime(exact, timezone);
  if (unit === 'h') {
    // Subtracted from this time, not from the clock: in autumn one hour occurs twice.
    const into = wall.minute * MS.M + wall.second * MS.s + wall.ms;
    return new Date(exact.getTime() - into + (edge === 'Start' ? 0 : MS.h - 1));
  }
  if (edge === 'Start') return instantOf(startOf(wall, unit, context), timezone);
  return new Date(instantOf(afterEnd(wall, unit, context), timezone).getTime() - 1);
}

/** Years before the engine's first one become its first time: zones have no clocks there. */
function fromCalendar(wall: WallTime, timezone: string): Date {
  return wall.year < 1900 ? new Date(FIRST) : instantOf(wall, timezone);
}

/** The wall time `n` units earlier; a day that a month does not have becomes its last. */
function shifted(wall: WallTime, unit: RelativeUnit, n: number): WallTime {
  const weeks = { w: 1, q: WEEKS_PER_QUARTER } as const;
  if (unit === 'd') return backByDays(wall, n);
  if (unit === 'w' || unit === 'q') return backByDays(wall, n * weeks[unit] * 7);
  const month = wall.year * 12 + (wall.month - 1) - n * (unit === 'y' ? 12 : 1);
  const [year, ofYear] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  return { ...wall, year, month: ofYear + 1, day: Math.min(wall.day, daysIn(year, ofYear + 1)) };
}

function backByDays(wall: WallTime, days: number): WallTime {
  const day = new Date(Date.UTC(wall.year, wall.month - 1, wall.day) - days * 86_400_000);
  if (Number.isNaN(day.getTime())) return { ...wall, year: 1 };
  return {
    ...wall,
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
  };
}

function startOf(wall: WallTime, unit: RelativeUnit, { weekStartDay = 0 }: DateContext): WallTime {
  if (unit === 'M' || unit === 's') return wall;
  const day = { ...wall, hour: 0, minute: 0, second: 0, ms: 0 };
  if (unit === 'd') return day;
  if (unit === 'w') {
    const weekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
    return { ...day, day: wall.day - ((weekday - weekStartDay + 7) % 7) };
  }
  if (unit === 'm') return { ...day, day: 1 };
  if (unit === 'q') return { ...day, day: 1, month: wall.month - ((wall.month - 1) % 3) };
  return { ...day, day: 1, month: 1 };
}

/** The first time after the unit; null for units shorter than a minute. */
function afterEnd(wall: WallTime, unit: RelativeUnit, context: DateContext): WallTime {
  if (unit === 'M' || unit === 's') return { ...wall, ms: wall.ms + 1 };
  // PostHog's `yEnd` changes only the day: to the last of the month.
  const edge = unit === 'y' ? 'm' : unit;
  const start = startOf(wall, edge, context);
  switch (edge) {
    case 'd':
      return { ...start, day: start.day + 1 };
    case 'w':
      return { ...start, day: start.day + 7 };
    default:
      return { ...start, month: start.month + (edge === 'q' ? 3 : 1) };
  }
}
