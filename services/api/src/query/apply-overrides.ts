import type { HogQLQueryBody, QueryRequestBody } from '@tidemark/contracts';

/**
 * Merges the `filters_override` of a request into its query (`wire/query.md` §1.2): dates replace the
 * query's own as a pair, properties are added to them. It happens before anything is hashed or run.
 */
export function applyOverrides(
  query: HogQLQueryBody,
  override: QueryRequestBody['filters_override'],
): HogQLQueryBody {
  const { date_from = null, date_to = null, properties, filterTestAccounts } = override ?? {};
  const dates = date_from !== null || date_to !== null;
  const added = properties ?? [];
  if (!dates && added.length === 0 && filterTestAccounts !== true) return query;
  const { filters } = query;
  return {
    ...query,
    filters: {
      ...filters,
      ...(dates && { dateRange: { ...filters?.dateRange, date_from, date_to } }),
      ...(filterTestAccounts === true && { filterTestAccounts }),
      ...(added.length > 0 && { properties: [...(filters?.properties ?? []), ...added] }),
    },
  };
}
