import type { DateTime } from 'luxon';
import type { DateRange } from './date-range';

const WEEK = 7;

/** The chosen days, 1 for Monday; null for all days. */
export function chosenDays(days: readonly number[] | null | undefined): readonly number[] | null {
  const chosen = [...new Set(days ?? [])];
  return chosen.length === 0 || chosen.length === WEEK ? null : chosen;
}

/** Whether a bucket is shown: single days only if they are chosen, all other buckets always. */
export function isShown(
  start: DateTime,
  { interval, daysOfWeek }: Pick<DateRange, 'interval' | 'daysOfWeek'>,
): boolean {
  return interval !== 'day' || daysOfWeek === null || daysOfWeek.includes(start.weekday);
}
