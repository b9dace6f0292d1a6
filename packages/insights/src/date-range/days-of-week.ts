import type { DateTime } from 'luxon';
import type { DateRange } from './date-range';

const WEEK = 7;

/** The chosen days, 1 for Monday; null when all are meant. */
export function chosenDays(days: readonly number[] | null | undefined): readonly number[] | null {
  const chosen = [...new Set(days ?? [])];
  return chosen.length === 0 || chosen.length === WEEK ? null : chosen;
}

/** Whether a bucket is shown: of single days those chosen, of all others each. */
export function isShown(
  start: DateTime,
  { interval, daysOfWeek }: Pick<DateRange, 'interval' | 'daysOfWeek'>,
): boolean {
  return interval !== 'day' || daysOfWeek === null || daysOfWeek.includes(start.weekday);
}
