import type { FunnelsQuery } from '@tidemark/contracts';
import { previousPeriod } from '../date-range/previous-period';
import { rangeOfQuery } from '../date-range/range-of-query';
import type { DateRange } from '../date-range/resolve-date-range';
import type { InsightContext } from '../insight-context';

/** A funnel's range, and the one it is compared with; null when it is with none. @throws InsightError */
export function periodsOf(
  { dateRange, interval, compareFilter }: FunnelsQuery,
  context: InsightContext,
): readonly [current: DateRange, previous: DateRange | null] {
  const range = rangeOfQuery(dateRange, interval ?? 'day', context);
  const compares = compareFilter?.compare === true && dateRange?.date_from !== 'all';
  return [range, compares ? previousPeriod(range, compareFilter.compare_to) : null];
}
