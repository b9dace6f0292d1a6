import { DateTime } from 'luxon';
import type { DateRange, DateRangeInput } from './resolve-date-range';
import { resolveDateRange } from './resolve-date-range';
import type { Interval, WeekStartDay } from './zoned';

export interface RangeAge {
  /** When the range was read. */
  readonly readAt: Date;
  readonly now: Date;
  readonly interval: Interval;
  /** IANA name. */
  readonly timezone: string;
  readonly weekStartDay: WeekStartDay;
}

/** What was still on its way when a range ended. */
const GRACE_MS = 10_000;

/**
 * Whether what was read of a range cannot change any more: it had ended well before it was read
 * (`wire/query.md` §2.2), and means the same time now. A range that moves on, `-7d` to `-1d`, is never over.
 */
export function isRangeOver(dateRange: DateRangeInput | null | undefined, age: RangeAge): boolean {
  const then = resolved(dateRange, age.readAt, age);
  const now = resolved(dateRange, age.now, age);
  return (
    then.to.toMillis() < age.readAt.getTime() - GRACE_MS &&
    then.to.toMillis() === now.to.toMillis() &&
    then.readFrom.toMillis() === now.readFrom.toMillis()
  );
}

function resolved(
  dateRange: DateRangeInput | null | undefined,
  at: Date,
  { interval, timezone, weekStartDay }: RangeAge,
): DateRange {
  const now = DateTime.fromJSDate(at, { zone: timezone });
  return resolveDateRange(dateRange, { interval, now, weekStartDay, earliest: null });
}
