import type { WallClock } from './wall-clock';

/** A distance back from now, in calendar units. */
export interface RelativeDate {
  readonly count: number;
  readonly unit: 'h' | 'd' | 'w' | 'm' | 'y';
}

const RELATIVE = /^-?(\d+)([hdwmy])$/;
const MAX_COUNT = 10_000;
const HOUR_MILLIS = 3_600_000;

/** Reads `7d`, `-3m` and the like (always in the past, the sign is ignored); else null. */
export function parseRelativeDate(text: string): RelativeDate | null {
  const match = RELATIVE.exec(text);
  const unit = match?.[2];
  if (!match || !isUnit(unit)) return null;
  const count = Number(match[1]);
  return count < MAX_COUNT ? { count, unit } : null;
}

function isUnit(text: string | undefined): text is RelativeDate['unit'] {
  return text !== undefined && 'hdwmy'.includes(text);
}

/** Counts back from the wall clock: hours, days and weeks by their length, months and years by the calendar. */
export function before(now: WallClock, { count, unit }: RelativeDate): WallClock {
  switch (unit) {
    case 'h':
      return { ...now, utcMillis: now.utcMillis - count * HOUR_MILLIS };
    case 'd':
      return { ...now, utcMillis: now.utcMillis - count * 24 * HOUR_MILLIS };
    case 'w':
      return { ...now, utcMillis: now.utcMillis - count * 7 * 24 * HOUR_MILLIS };
    case 'm':
      return monthsBefore(now, count, 1);
    case 'y':
      return monthsBefore(now, count, 12);
  }
}

/**
 * Steps back month by month (or year by year). A day that a month lacks becomes its last day and is not restored:
 * from March 31, two months back is January 29 or 28, because February comes between.
 */
function monthsBefore(now: WallClock, steps: number, monthsPerStep: number): WallClock {
  const shown = new Date(now.utcMillis);
  let months = shown.getUTCFullYear() * 12 + shown.getUTCMonth();
  let day = shown.getUTCDate();
  for (let step = 0; step < steps; step += 1) {
    months -= monthsPerStep;
    day = Math.min(day, daysInMonth(months));
  }
  shown.setUTCFullYear(Math.floor(months / 12), modulo(months, 12), day);
  return { ...now, utcMillis: shown.getTime() };
}

/** The number of days of a month; months count from January of year 0. */
function daysInMonth(months: number): number {
  const month = modulo(months, 12);
  if (month === 1) return isLeapYear(Math.floor(months / 12)) ? 29 : 28;
  return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
