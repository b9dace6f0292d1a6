import type { WallTime } from '@tidemark/domain';

export type RelativeUnit = 's' | 'M' | 'h' | 'd' | 'w' | 'm' | 'q' | 'y';

/** `-7d`, `-1mStart`, `yEnd`: a number of units back from now, and the start or end of that unit. */
export interface RelativeDate {
  readonly amount: number;
  readonly unit: RelativeUnit;
  readonly edge: 'Start' | 'End' | null;
}

/** A parsed date of a user. */
export type WrittenDate =
  | { readonly kind: 'now' }
  | { readonly kind: 'relative'; readonly relative: RelativeDate }
  | {
      readonly kind: 'absolute';
      readonly wall: WallTime;
      /** Minutes east of UTC; null for the project's zone. */
      readonly offset: number | null;
      /** Whether a time of day is written with the date. */
      readonly hasTime: boolean;
    };

/** Uppercase letters other than `M` (minutes) are PostHog's second spelling. */
const RELATIVE = /^-?(\d{1,8})?([MshdwmqyHDWQSY])(Start|End)?$/;
const DATE = /(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?|(\d\d)(\d\d))?/;
const TIME = /(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?/;
const ZONE = /Z|[+-]\d\d(?::?\d\d)?/;
const ABSOLUTE = new RegExp(`^${DATE.source}(?:[T ]${TIME.source}\\s*(${ZONE.source})?)?$`, 'i');

/** The part of error messages that lists the accepted forms of dates. */
export const DATE_FORMS = 'use ISO 8601 or a relative date such as -7d';

/**
 * Parses the one grammar of dates in queries (`docs/conventions.md`): `now`, relative dates (`-7d`, `7d`, `mStart`,
 * `-1dEnd`; always in the past), and ISO 8601 from a year alone to fractions of a second. Null for any other text,
 * including `all` and days that their month does not have.
 */
export function parseDateText(text: string): WrittenDate | null {
  const trimmed = text.trim();
  if (trimmed === 'now') return { kind: 'now' };
  return parseRelative(trimmed) ?? parseAbsolute(trimmed);
}

function parseRelative(text: string): WrittenDate | null {
  const [, amount, letter, edge] = RELATIVE.exec(text) ?? [];
  if (letter === undefined || (amount === undefined && edge === undefined)) return null;
  const unit = (letter === 'M' ? 'M' : letter.toLowerCase()) as RelativeUnit;
  return {
    kind: 'relative',
    relative: {
      amount: Number(amount ?? 0),
      unit,
      edge: edge === 'Start' || edge === 'End' ? edge : null,
    },
  };
}

function parseAbsolute(text: string): WrittenDate | null {
  const match = ABSOLUTE.exec(text);
  if (match === null) return null;
  const [, year, month, day, compactMonth, compactDay, hour, minute, second, fraction, zone] =
    match as (string | undefined)[];
  const wall: WallTime = {
    year: Number(year),
    month: Number(month ?? compactMonth ?? 1),
    day: Number(day ?? compactDay ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ms: Number((fraction ?? '').slice(0, 3).padEnd(3, '0')),
  };
  const offset = zone === undefined ? null : offsetMinutes(zone);
  return isReal(wall) ? { kind: 'absolute', wall, offset, hasTime: hour !== undefined } : null;
}

function isReal({ year, month, day, hour, minute, second, ms }: WallTime): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  const isMidnightAtEnd = hour === 24 && minute === 0 && second === 0 && ms === 0;
  return (hour < 24 || isMidnightAtEnd) && minute < 60 && second < 60;
}

/** The number of days of a month. */
export function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function offsetMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}
