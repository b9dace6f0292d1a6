import type { PropertyFilter } from '../filters/property-filter';
import { filtersOf } from '../filters/property-filter';
import type {
  Breakdown,
  DateRange,
  Display,
  FunnelsFilter,
  FunnelsQuery,
  InsightQuery,
  Interval,
  SeriesNode,
  TrendsQuery,
} from './types';

/** Each function returns a changed copy; what a change does not name stays as it was, known here or not. */

export function newTrends(): TrendsQuery {
  return {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: null, name: 'All events', math: 'total' }],
    interval: 'day',
    dateRange: { date_from: '-30d' },
  };
}

export function newFunnel(): FunnelsQuery {
  return { kind: 'FunnelsQuery', series: [], dateRange: { date_from: '-30d' } };
}

/** The same events, range and filters as the other kind of insight; what that kind does not know is left out. */
export function asKind(query: InsightQuery, kind: InsightQuery['kind']): InsightQuery {
  if (query.kind === kind) return query;
  const { dateRange, properties, filterTestAccounts, samplingFactor } = query;
  const shared = defined({ dateRange, properties, filterTestAccounts, samplingFactor });
  if (kind === 'TrendsQuery') {
    const series = query.series.length > 0 ? query.series : newTrends().series;
    return { ...shared, kind: 'TrendsQuery', series, interval: query.interval ?? 'day' };
  }
  const steps = query.series.map((node) => withoutMath(node));
  return { ...shared, kind: 'FunnelsQuery', series: steps };
}

/** A step of a funnel counts actors, so the maths of a series means nothing there. */
function withoutMath(node: SeriesNode): SeriesNode {
  const entries = Object.entries(node).filter(([key]) => !key.startsWith('math'));
  return Object.fromEntries(entries) as unknown as SeriesNode;
}

export function addSeries<Q extends InsightQuery>(query: Q, node: SeriesNode): Q {
  return { ...query, series: [...query.series, node] };
}

export function changeSeries<Q extends InsightQuery>(
  query: Q,
  index: number,
  change: Readonly<Record<string, unknown>>,
): Q {
  const series = query.series.map((node, place) =>
    place === index ? defined({ ...node, ...change }) : node,
  );
  return { ...query, series };
}

/** Another event or action in the place of a series; its maths, filters and name stay. */
export function replaceEntity<Q extends InsightQuery>(
  query: Q,
  index: number,
  node: SeriesNode,
): Q {
  const before = query.series[index];
  if (before === undefined) return query;
  const kept = Object.entries(before).filter(
    ([key]) => key.startsWith('math') || key === 'properties',
  );
  const replaced = { ...node, ...Object.fromEntries(kept) };
  return { ...query, series: query.series.with(index, replaced) };
}

export function removeSeries<Q extends InsightQuery>(query: Q, index: number): Q {
  return { ...query, series: query.series.toSpliced(index, 1) };
}

/** A copy of a series behind it. */
export function duplicateSeries<Q extends InsightQuery>(query: Q, index: number): Q {
  const node = query.series[index];
  if (node === undefined) return query;
  return { ...query, series: query.series.toSpliced(index + 1, 0, structuredClone(node)) };
}

/** Moves a series by one place; nothing happens at the ends. */
export function moveSeries<Q extends InsightQuery>(query: Q, index: number, by: -1 | 1): Q {
  const node = query.series[index];
  const other = query.series[index + by];
  if (node === undefined || other === undefined) return query;
  return { ...query, series: query.series.with(index, other).with(index + by, node) };
}

export function setRange<Q extends InsightQuery>(query: Q, range: DateRange): Q {
  return { ...query, dateRange: defined({ ...query.dateRange, ...range }) };
}

export function setInterval<Q extends InsightQuery>(query: Q, interval: Interval): Q {
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

/** Replaces the breakdown in all forms of the wire; null removes it. Limits and the rest of it stay. */
export function setBreakdown<Q extends InsightQuery>(query: Q, breakdown: Breakdown | null): Q {
  if (breakdown === null) return defined({ ...query, breakdownFilter: undefined });
  const { breakdown_limit, breakdown_hide_other_aggregation } = query.breakdownFilter ?? {};
  const kept = defined({ breakdown_limit, breakdown_hide_other_aggregation });
  // Funnels and cohorts know only the older form of one breakdown.
  const isOlder = query.kind === 'FunnelsQuery' || breakdown.type === 'cohort';
  const breakdownFilter = isOlder
    ? defined({
        ...kept,
        breakdown: breakdown.type === 'cohort' ? [breakdown.property] : breakdown.property,
        breakdown_type: breakdown.type,
        breakdown_group_type_index: breakdown.group_type_index,
      })
    : { ...kept, breakdowns: [breakdown] };
  return { ...query, breakdownFilter };
}

/** The breakdown in whichever form of the wire it is written; of several the first. */
export function breakdownOf(query: InsightQuery): Breakdown | null {
  const filter = query.breakdownFilter;
  const [first] = filter?.breakdowns ?? [];
  if (first !== undefined) return first;
  const property = Array.isArray(filter?.breakdown) ? filter.breakdown[0] : filter?.breakdown;
  if (property === undefined || property === null || property === '') return null;
  return defined({
    property,
    type: filter?.breakdown_type ?? 'event',
    group_type_index: filter?.breakdown_group_type_index ?? undefined,
  });
}

/** `none`, `previous`, or how far back the compared range lies (`-1y`). */
export function setCompare(query: TrendsQuery, to: string): TrendsQuery {
  if (to === 'none') return defined({ ...query, compareFilter: undefined });
  const compareFilter = to === 'previous' ? { compare: true } : { compare: true, compare_to: to };
  return { ...query, compareFilter };
}

/** `none`, `previous`, or how far back the compared range lies (`-1y`). */
export function compareOf(query: TrendsQuery): string {
  if (query.compareFilter?.compare !== true) return 'none';
  return query.compareFilter.compare_to ?? 'previous';
}

export function setDisplay(query: TrendsQuery, display: Display): TrendsQuery {
  return { ...query, trendsFilter: { ...query.trendsFilter, display } };
}

/** One formula over the letters of the series; an empty text removes it. */
export function setFormula(query: TrendsQuery, formula: string): TrendsQuery {
  const text = formula.trim();
  const trendsFilter = defined({
    ...query.trendsFilter,
    formula: undefined,
    formulas: undefined,
    formulaNodes: text === '' ? undefined : [{ formula: text }],
  });
  return { ...query, trendsFilter };
}

/** The formula in whichever form of the wire it is written; of several the first. */
export function formulaOf(query: TrendsQuery): string {
  const { formulaNodes, formulas, formula } = query.trendsFilter ?? {};
  return formulaNodes?.[0]?.formula ?? formulas?.[0] ?? formula ?? '';
}

export function setFunnel(query: FunnelsQuery, change: FunnelsFilter): FunnelsQuery {
  return { ...query, funnelsFilter: defined({ ...query.funnelsFilter, ...change }) };
}

/**
 * Filters of a query or series as a list of which all hold; null when a list cannot say the same: groups with OR,
 * or filters that the builder does not know.
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

/** Without the keys whose value is undefined, so that equal queries are equal texts. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
