import type { TrendsQuery } from '@tidemark/contracts';
import type { DateRange } from '../../date-range/date-range';
import { resolvedOf } from '../../date-range/resolved';

/**
 * The query in the flat form of old clients, without nulls (`docs/wire/insights-trends.md#trends-filter-echo`). Its
 * dates are the resolved ones.
 */
export function filterEcho(query: TrendsQuery, range: DateRange): Record<string, unknown> {
  const { dateRange, trendsFilter, breakdownFilter } = query;
  const echo = {
    insight: 'TRENDS',
    properties: query.properties,
    filter_test_accounts: query.filterTestAccounts,
    ...resolvedOf(range),
    entity_type: 'events',
    explicit_date: dateRange?.explicitDate,
    sampling_factor: query.samplingFactor,
    aggregation_group_type_index: query.aggregation_group_type_index,
    interval: query.interval ?? 'day',
    ...trendsFilter,
    ...breakdownFilter,
    ...query.compareFilter,
  };
  return Object.fromEntries(
    Object.entries(echo).filter(([, value]) => value !== null && value !== undefined),
  );
}
