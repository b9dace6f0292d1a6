import type {
  FunnelsQuery,
  PathsQuery,
  RetentionQuery,
  StickinessQuery,
  TrendsQuery,
  LifecycleQuery as WireLifecycleQuery,
} from '@tidemark/contracts';

export type { FunnelsQuery, PathsQuery, RetentionQuery, StickinessQuery, TrendsQuery };

/**
 * Series of data-warehouse tables are passed through unchanged. Only the lifecycle query has a separate type for them,
 * which is not used here.
 */
export type LifecycleQuery = Omit<WireLifecycleQuery, 'series'> & { series: SeriesNode[] };

/** The kinds of insight that the builder edits. */
export type InsightQuery = SeriesQuery | RetentionQuery | PathsQuery;

/** The kinds with a list of series or steps. */
export type SeriesQuery = TrendsQuery | FunnelsQuery | LifecycleQuery | StickinessQuery;

/** A series of trends or a step of a funnel. */
export type SeriesNode = TrendsQuery['series'][number];

export type Interval = NonNullable<TrendsQuery['interval']>;
export type DateRange = NonNullable<TrendsQuery['dateRange']>;
export type Display = NonNullable<NonNullable<TrendsQuery['trendsFilter']>['display']>;
export type FormulaNode = NonNullable<
  NonNullable<TrendsQuery['trendsFilter']>['formulaNodes']
>[number];
export type FunnelsFilter = NonNullable<FunnelsQuery['funnelsFilter']>;
export type FunnelExclusion = NonNullable<FunnelsFilter['exclusions']>[number];
export type RetentionFilter = RetentionQuery['retentionFilter'];
export type RetentionEntity = NonNullable<RetentionFilter['targetEntity']>;
export type PathsFilter = PathsQuery['pathsFilter'];
export type StickinessFilter = NonNullable<StickinessQuery['stickinessFilter']>;
export type Breakdown = NonNullable<
  NonNullable<TrendsQuery['breakdownFilter']>['breakdowns']
>[number];
export type Math = NonNullable<SeriesNode['math']>;

const SERIES_KINDS: ReadonlySet<string> = new Set([
  'TrendsQuery',
  'FunnelsQuery',
  'LifecycleQuery',
  'StickinessQuery',
]);

/** Whether the builder can edit a query. */
export function isInsightQuery(node: { readonly kind: string }): node is InsightQuery {
  if (SERIES_KINDS.has(node.kind)) return Array.isArray(fieldOf(node, 'series'));
  if (node.kind === 'RetentionQuery') return isObject(fieldOf(node, 'retentionFilter'));
  return node.kind === 'PathsQuery' && isObject(fieldOf(node, 'pathsFilter'));
}

/** Whether a query has a list of series or steps. */
export function hasSeries(query: InsightQuery): query is SeriesQuery {
  return SERIES_KINDS.has(query.kind);
}

function fieldOf(node: object, name: string): unknown {
  return Reflect.get(node, name);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
