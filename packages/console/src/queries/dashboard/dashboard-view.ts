import type { PropertyFilter } from '../filters/property-filter';
import { filtersOf } from '../filters/property-filter';
import type { QueryNode } from '../query-link';

/** A breakdown in the wire format of a dashboard's filters: the older form, which all kinds of queries read. */
export interface DashboardBreakdown {
  readonly breakdown: string | readonly unknown[];
  readonly breakdown_type: string;
  readonly breakdown_group_type_index?: number;
}

/**
 * Filters that change all tiles of a dashboard, in addition to the tiles' own filters
 * (`docs/wire/query.md#filters-override`).
 */
export interface DashboardView {
  /** Null keeps the range of each insight. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly filters: readonly PropertyFilter[];
  /** Null keeps the breakdown of each insight. */
  readonly breakdown: DashboardBreakdown | null;
}

export const NO_VIEW: DashboardView = {
  dateFrom: null,
  dateTo: null,
  filters: [],
  breakdown: null,
};

/** The kind of the node that contains a view in a link. */
export const VIEW_KIND = 'DashboardFilter';

/** Reads the filters of a dashboard, of a tile or of a link. Missing or invalid parts change nothing. */
export function viewOf(stored: object | null | undefined): DashboardView {
  const { date_from, date_to, properties, breakdown_filter } = (stored ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    dateFrom: textOf(date_from),
    dateTo: textOf(date_to),
    filters: filtersOf(properties),
    breakdown: breakdownOf(breakdown_filter),
  };
}

/** The wire format of a view; empty if it changes nothing. */
export function wireOf(view: DashboardView): Readonly<Record<string, unknown>> {
  const { dateFrom, dateTo, filters, breakdown } = view;
  return {
    ...(dateFrom !== null && { date_from: dateFrom, date_to: dateTo }),
    ...(filters.length > 0 && { properties: filters }),
    ...(breakdown !== null && { breakdown_filter: breakdown }),
  };
}

export function isSameView(one: DashboardView, other: DashboardView): boolean {
  return JSON.stringify(wireOf(one)) === JSON.stringify(wireOf(other));
}

const RANGED: readonly string[] = [
  ...['TrendsQuery', 'FunnelsQuery', 'RetentionQuery', 'PathsQuery', 'StickinessQuery'],
  'LifecycleQuery',
];
const BROKEN_DOWN: readonly string[] = ['TrendsQuery', 'FunnelsQuery', 'RetentionQuery'];

/**
 * Applies the views to the query of a tile; later views take precedence. The range and the breakdown are replaced,
 * filters are added. A HogQL query gets them as its `{filters}`. Parts that a kind of query does not support are left
 * out, as on the server.
 */
export function shownQuery(query: QueryNode, ...views: readonly DashboardView[]): QueryNode {
  return views.reduce(withView, query);
}

function withView(query: QueryNode, view: DashboardView): QueryNode {
  const fields = query as QueryNode & Readonly<Record<string, unknown>>;
  if (query.kind === 'DataVisualizationNode' || query.kind === 'InsightVizNode') {
    const { source } = fields;
    if (!isNode(source)) return query;
    return { ...fields, source: withView(source, view) } as QueryNode;
  }
  const { dateFrom, dateTo, filters, breakdown } = view;
  const dates = dateFrom === null ? {} : { date_from: dateFrom, date_to: dateTo };
  if (query.kind === 'HogQLQuery') {
    if (dateFrom === null && filters.length === 0) return query;
    const own = objectOf(fields['filters']);
    const properties = [...listOf(own['properties']), ...filters];
    return {
      ...fields,
      filters: {
        ...own,
        ...(dateFrom !== null && { dateRange: dates }),
        ...(properties.length > 0 && { properties }),
      },
    } as QueryNode;
  }
  if (!RANGED.includes(query.kind)) return query;
  return {
    ...fields,
    ...(dateFrom !== null && { dateRange: { ...objectOf(fields['dateRange']), ...dates } }),
    ...(filters.length > 0 && { properties: bothOf(fields['properties'], filters) }),
    ...(breakdown !== null &&
      BROKEN_DOWN.includes(query.kind) && {
        breakdownFilter: { ...limitsOf(fields['breakdownFilter']), ...breakdown },
      }),
  };
}

/** Adds filters: a list is extended, a group is joined with AND. */
function bothOf(present: unknown, filters: readonly PropertyFilter[]): unknown {
  if (typeof present !== 'object' || present === null) return filters;
  if (Array.isArray(present)) return [...(present as unknown[]), ...filters];
  return { type: 'AND', values: [present, { type: 'AND', values: filters }] };
}

function limitsOf(filter: unknown): object {
  const { breakdown_limit: limit } = objectOf(filter);
  return limit === undefined ? {} : { breakdown_limit: limit };
}

function breakdownOf(value: unknown): DashboardBreakdown | null {
  const { breakdown, breakdown_type: type, breakdown_group_type_index: index } = objectOf(value);
  const isGiven =
    (typeof breakdown === 'string' && breakdown !== '') ||
    (Array.isArray(breakdown) && breakdown.length > 0);
  if (!isGiven) return null;
  return {
    breakdown: breakdown as string | readonly unknown[],
    breakdown_type: typeof type === 'string' ? type : 'event',
    ...(typeof index === 'number' && { breakdown_group_type_index: index }),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNode(value: unknown): value is QueryNode {
  return typeof objectOf(value)['kind'] === 'string';
}
