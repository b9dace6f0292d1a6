import type { InsightContext } from '../insight-context';
import { localNow, localTime } from '../insight-context';
import type { DateRange, DateRangeInput } from './resolve-date-range';
import { resolveDateRange } from './resolve-date-range';
import type { Interval } from './zoned';

/** The range of an insight, in the project's zone. */
export function rangeOfQuery(
  dateRange: DateRangeInput | null | undefined,
  interval: Interval,
  context: InsightContext,
  exact = false,
): DateRange {
  return resolveDateRange(dateRange, {
    interval,
    now: localNow(context),
    weekStartDay: context.weekStartDay,
    earliest: context.earliest === null ? null : localTime(context.earliest, context),
    exact,
  });
}
