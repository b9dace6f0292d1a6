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
  /** A total: a missing end is now, and nothing is cut. */
  readonly exact?: boolean;
  /** Whether days of the week can be chosen. */
  readonly hasDaysOfWeek?: boolean;
}

/** The range of an insight, in the project's zone. @throws InsightError for parts that are not supported */
export function rangeOfQuery(
  dateRange: DateRangeInput | null | undefined,
  interval: Interval,
  context: InsightContext,
  { exact = false, hasDaysOfWeek = false }: RangeUse = {},
): DateRange {
  // Numbers of other days than those asked for would look right.
  if (!hasDaysOfWeek && chosenDays(dateRange?.daysOfWeek) !== null) {
    throw new InsightError('Days of the week are for trends', 'dateRange.daysOfWeek');
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
