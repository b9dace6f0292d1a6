import type { TrendsQuery } from '@tidemark/contracts';

/** The query in the flat form of old clients, without what is null (`wire/insights.md` §3.7). */
export function filterEcho(query: TrendsQuery): Record<string, unknown> {
  const { dateRange, trendsFilter, breakdownFilter } = query;
  const echo = {
    insight: 'TRENDS',
    properties: query.properties,
    filter_test_accounts: query.filterTestAccounts,
    date_from: dateRange?.date_from,
    date_to: dateRange?.date_to,
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
