import { defined } from './defined';
import { drawnAs } from './displays';
import type { Breakdown, FunnelsQuery, InsightQuery, RetentionQuery, TrendsQuery } from './types';

/** The kinds that can be split by values. */
export type SplitQuery = TrendsQuery | FunnelsQuery | RetentionQuery;

/** As many as the wire takes (`docs/wire/insights.md#insight-constants`). */
export const MOST_BREAKDOWNS = 3;

/** Whether a query can be split by values: box plots and hours of the week are of all values. */
export function canSplit(query: InsightQuery): query is SplitQuery {
  if (query.kind === 'TrendsQuery')
    return !['values', 'week'].includes(drawnAs(query)?.over ?? 'time');
  return query.kind === 'FunnelsQuery' || query.kind === 'RetentionQuery';
}

/**
 * Replaces the breakdowns in all forms of the wire; none removes them. Limits and the rest stay. Cohorts stand for
 * themselves: with them, properties are left out.
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
  // Clients of the wire write funnels in the older form, which has one type for all properties.
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

/** The breakdowns in whichever form of the wire they are written. */
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

/** How many values are shown for themselves; null for the number of the server. */
export function setBreakdownLimit<Q extends SplitQuery>(query: Q, limit: number | null): Q {
  const breakdownFilter = defined({
    ...query.breakdownFilter,
    breakdown_limit: limit ?? undefined,
  });
  return { ...query, breakdownFilter };
}
