import { defined } from './defined';
import { drawnAs } from './displays';
import type { Breakdown, FunnelsQuery, InsightQuery, RetentionQuery, TrendsQuery } from './types';

/** The kinds of insights that support breakdowns. */
export type SplitQuery = TrendsQuery | FunnelsQuery | RetentionQuery;

/** The maximum of the API (`docs/wire/insights.md#insight-constants`). */
export const MOST_BREAKDOWNS = 3;

/** Whether a query supports breakdowns: box plots and heatmaps of hours do not. */
export function canSplit(query: InsightQuery): query is SplitQuery {
  if (query.kind === 'TrendsQuery')
    return !['values', 'week'].includes(drawnAs(query)?.over ?? 'time');
  return query.kind === 'FunnelsQuery' || query.kind === 'RetentionQuery';
}

/**
 * Replaces the breakdowns in all of their wire formats; an empty list removes them. Limits and other fields are kept.
 * Cohorts cannot be combined with properties: if a cohort is given, properties are dropped.
 */
export function setBreakdowns<Q extends SplitQuery>(query: Q, list: readonly Breakdown[]): Q {
  const [first] = list;
  if (first === undefined) return defined({ ...query, breakdownFilter: undefined });
  const { breakdown_limit, breakdown_hide_other_aggregation } = query.breakdownFilter ?? {};
  const kept = defined({ breakdown_limit, breakdown_hide_other_aggregation });
  const last = list.at(-1) ?? first;
  const same = list.filter(({ type }) => (type === 'cohort') === (last.type === 'cohort'));
  return { ...query, breakdownFilter: { ...kept, ...written(query, same) } };
}

function written(query: SplitQuery, list: readonly Breakdown[]): object {
  const [first] = list;
  if (first === undefined) return {};
  if (first.type === 'cohort') {
    return { breakdown: list.map(({ property }) => property), breakdown_type: 'cohort' };
  }
  // API clients write funnels in the older format, which has one type for all properties.
  const isOfOneType = list.every(
    ({ type, group_type_index }) =>
      type === first.type && group_type_index === first.group_type_index,
  );
  if (query.kind !== 'FunnelsQuery' || !isOfOneType) return { breakdowns: [...list] };
  return defined({
    breakdown: list.length === 1 ? first.property : list.map(({ property }) => property),
    breakdown_type: first.type,
    breakdown_group_type_index: first.group_type_index,
  });
}

/** The breakdowns of a query, whichever wire format it uses. */
export function breakdownsOf({ breakdownFilter: filter }: SplitQuery): readonly Breakdown[] {
  const several = filter?.breakdowns ?? [];
  if (several.length > 0) return several;
  const older = Array.isArray(filter?.breakdown) ? filter.breakdown : [filter?.breakdown];
  return older.flatMap((property) =>
    property === undefined || property === null || property === ''
      ? []
      : [
          defined({
            property,
            type: filter?.breakdown_type ?? 'event',
            group_type_index: filter?.breakdown_group_type_index ?? undefined,
          }),
        ],
  );
}

/** The maximum number of breakdown values; null uses the server's default. */
export function setBreakdownLimit<Q extends SplitQuery>(query: Q, limit: number | null): Q {
  const breakdownFilter = defined({
    ...query.breakdownFilter,
    breakdown_limit: limit ?? undefined,
  });
  return { ...query, breakdownFilter };
}
