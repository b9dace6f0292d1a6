import type { InsightContext } from '../insight-context';
import { localNow, localTime } from '../insight-context';
import { InsightError } from '../insight-error';
import type { DateRange, DateRangeInput } from './resolve-date-range';
import { resolveDateRange } from './resolve-date-range';
import type { Interval } from './zoned';

/** The range of an insight, in the project's zone. @throws InsightError for parts that are not supported */
export function rangeOfQuery(
  dateRange: DateRangeInput | null | undefined,
  interval: Interval,
  context: InsightContext,
  exact = false,
): DateRange {
  refuseWhatWouldBeIgnored(dateRange);
  return resolveDateRange(dateRange, {
    interval,
    now: localNow(context),
    weekStartDay: context.weekStartDay,
    earliest: context.earliest === null ? null : localTime(context.earliest, context),
    exact,
  });
}

/** Numbers of other days than those asked for would look right. @throws InsightError */
function refuseWhatWouldBeIgnored(range: DateRangeInput | null | undefined): void {
  if (range?.excludeIncompletePeriods === true) {
    throw new InsightError(
      'Incomplete periods cannot be left out yet',
      'dateRange.excludeIncompletePeriods',
    );
  }
  if ((range?.daysOfWeek ?? []).length > 0) {
    throw new InsightError('Days of the week cannot be chosen yet', 'dateRange.daysOfWeek');
  }
}
