import type { InsightContext } from '../insight/context';
import { localNow, localTime } from '../insight/context';
import { InsightError } from '../insight/error';
import { checkRange } from './check-range';
import type { DateRange } from './date-range';
import { chosenDays } from './days-of-week';
import type { DateRangeInput } from './resolve-date-range';
import { resolveDateRange } from './resolve-date-range';
import type { Interval } from './zoned';

interface RangeUse {
  /** For totals: a missing end means now, and nothing is rounded. */
  readonly exact?: boolean;
  /** Whether the query supports the choice of days of the week. */
  readonly hasDaysOfWeek?: boolean;
}

/** The range of an insight, in the project's zone. @throws InsightError for parts that are not supported */
export function rangeOfQuery(
  dateRange: DateRangeInput | null | undefined,
  interval: Interval,
  context: InsightContext,
  { exact = false, hasDaysOfWeek = false }: RangeUse = {},
): DateRange {
  // Numbers of days that were not requested would look correct.
  if (!hasDaysOfWeek && chosenDays(dateRange?.daysOfWeek) !== null) {
    throw new InsightError(
      'This insight does not support days of the week',
      'dateRange.daysOfWeek',
    );
  }
  const range = resolveDateRange(dateRange, {
    interval,
    now: localNow(context),
    weekStartDay: context.weekStartDay,
    earliest: context.earliest === null ? null : localTime(context.earliest, context),
    exact,
  });
  checkRange(range, dateRange, context);
  return range;
}
