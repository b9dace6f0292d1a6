import type { FunnelsQuery } from '@tidemark/contracts';
import type { DateRange } from '../../date-range/date-range';
import { previousPeriod } from '../../date-range/previous-period';
import { rangeOfQuery } from '../../date-range/range-of-query';
import type { InsightContext } from '../../insight/context';
import type { FunnelSettings } from './settings';

/** The range of a funnel's events; conversion lines support the choice of days of the week. @throws InsightError */
export function rangeOf(
  { dateRange, interval }: FunnelsQuery,
  { view }: FunnelSettings,
  context: InsightContext,
): DateRange {
  const hasDaysOfWeek = view === 'trends';
  return rangeOfQuery(dateRange, interval ?? 'day', context, { hasDaysOfWeek });
}

/** A funnel's range, and the range it is compared with; null without comparison. @throws InsightError */
export function periodsOf(
  query: FunnelsQuery,
  settings: FunnelSettings,
  context: InsightContext,
): readonly [current: DateRange, previous: DateRange | null] {
  const { dateRange, compareFilter } = query;
  const range = rangeOf(query, settings, context);
  const compares = compareFilter?.compare === true && dateRange?.date_from !== 'all';
  return [range, compares ? previousPeriod(range, compareFilter.compare_to) : null];
}
