import type { TrendsQuery } from '@tidemark/contracts';
import type { DateRange } from '../../date-range/date-range';
import { previousPeriod } from '../../date-range/previous-period';
import { rangeOfQuery } from '../../date-range/range-of-query';
import type { InsightContext } from '../../insight/context';
import { displayOf, showsTotals } from './display';

/** The current period and, with comparison, the previous one. */
export type PeriodName = 'current' | 'previous';

export interface Period {
  readonly name: PeriodName;
  readonly range: DateRange;
}

/** The range, and the range it is compared with. @throws InsightError */
export function trendsPeriods(
  query: TrendsQuery,
  context: InsightContext,
): readonly [Period, ...Period[]] {
  const range = rangeOfQuery(
    query.dateRange,
    showsTotals(query) ? 'day' : (query.interval ?? 'day'),
    context,
    { exact: displayOf(query) === 'BoldNumber', hasDaysOfWeek: true },
  );
  const current: Period = { name: 'current', range };
  const { compareFilter } = query;
  if (compareFilter?.compare !== true || query.dateRange?.date_from === 'all') return [current];
  return [current, { name: 'previous', range: previousPeriod(range, compareFilter.compare_to) }];
}
