import type { PropertyFilter } from '../filters/property-filter';
import { filtersOf } from '../filters/property-filter';
import { defined } from './defined';
import type { DateRange, InsightQuery, Interval, SeriesQuery } from './types';

/** Each function returns a changed copy and keeps all other fields, including unknown ones. */

export function setRange<Q extends InsightQuery>(query: Q, range: DateRange): Q {
  return { ...query, dateRange: defined({ ...query.dateRange, ...range }) };
}

export function setInterval<Q extends SeriesQuery>(query: Q, interval: Interval): Q {
  return { ...query, interval };
}

export function setFilters<Q extends InsightQuery>(
  query: Q,
  filters: readonly PropertyFilter[],
): Q {
  return defined({ ...query, properties: filters.length === 0 ? undefined : [...filters] });
}

export function setTestAccounts<Q extends InsightQuery>(query: Q, areLeftOut: boolean): Q {
  return defined({ ...query, filterTestAccounts: areLeftOut ? true : undefined });
}

/**
 * The filters of a query or series as a list that is combined with AND. Null if that is not possible: for groups with
 * OR, and for filters that the builder does not know.
 */
export function filterList(properties: unknown): readonly PropertyFilter[] | null {
  if (properties === undefined || properties === null) return [];
  if (Array.isArray(properties)) {
    const known = filtersOf(properties);
    return known.length === properties.length ? known : null;
  }
  const { type, values } = properties as { readonly type?: unknown; readonly values?: unknown };
  if (!Array.isArray(values) || (type === 'OR' && values.length > 1)) return null;
  const lists = values.map((value: unknown) =>
    typeof value === 'object' && value !== null && 'values' in value
      ? filterList(value)
      : filterList([value]),
  );
  return lists.some((list) => list === null) ? null : lists.flatMap((list) => list ?? []);
}
