import type { QueryRequestBody } from '@tidemark/contracts';

/** What a dashboard lays over its queries (`wire/query.md` §1.2). */
export interface QueryOverrides {
  readonly filters: NonNullable<QueryRequestBody['filters_override']>;
}

interface Filters {
  readonly properties?: readonly unknown[] | null | undefined;
  readonly dateRange?: Readonly<Record<string, unknown>> | null | undefined;
  readonly filterTestAccounts?: boolean | null | undefined;
}

/** Dates replace the query's own as a pair, properties are added to them. */
export function overrideFilters<F extends Filters>(
  own: F | null | undefined,
  { filters }: QueryOverrides,
): F | null | undefined {
  const { date_from = null, date_to = null, properties, filterTestAccounts } = filters;
  const dates = date_from !== null || date_to !== null;
  const added = properties ?? [];
  if (!dates && added.length === 0 && filterTestAccounts !== true) return own;
  return {
    ...(own as F),
    ...(dates && { dateRange: { ...own?.dateRange, date_from, date_to } }),
    ...(filterTestAccounts === true && { filterTestAccounts }),
    ...(added.length > 0 && { properties: [...(own?.properties ?? []), ...added] }),
  };
}
