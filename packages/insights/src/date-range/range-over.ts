import { DateTime } from 'luxon';
import type { WeekStartDay } from '../insight/context';
import { InsightError } from '../insight/error';
import type { DateRange } from './date-range';
import type { DateRangeInput } from './resolve-date-range';
import { resolveDateRange } from './resolve-date-range';
import type { Interval } from './zoned';

export interface RangeAge {
  /** When the data of the range was read. */
  readonly readAt: Date;
  readonly now: Date;
  readonly interval: Interval;
  /** IANA name. */
  readonly timezone: string;
  readonly weekStartDay: WeekStartDay;
}

/** The time within which late events of a range arrive. */
const GRACE_MS = 10_000;

/**
 * Whether the data that was read for a range cannot change any more: the range had ended well before it was read
 * (`docs/wire/query.md#past-range`), and is still the same range now. A range that moves, such as `-7d` to `-1d`, is
 * never over.
 */
export function isRangeOver(dateRange: DateRangeInput | null | undefined, age: RangeAge): boolean {
  const [then, now] = [age.readAt, age.now].map((at) => resolved(dateRange, at, age));
  if (!then || !now) return false;
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
): DateRange | null {
  const now = DateTime.fromJSDate(at, { zone: timezone });
  try {
    return resolveDateRange(dateRange, { interval, now, weekStartDay, earliest: null });
  } catch (error) {
    // A result that was stored before dates were checked.
    if (error instanceof InsightError) return null;
    throw error;
  }
}
