import type { FunnelsQuery, TrendsQuery } from '@tidemark/contracts';

export type { FunnelsQuery, TrendsQuery };

/** The kinds of insight that the builder edits. */
export type InsightQuery = TrendsQuery | FunnelsQuery;

/** A series of trends or a step of a funnel. */
export type SeriesNode = TrendsQuery['series'][number];

export type Interval = NonNullable<TrendsQuery['interval']>;
export type DateRange = NonNullable<TrendsQuery['dateRange']>;
export type Display = NonNullable<NonNullable<TrendsQuery['trendsFilter']>['display']>;
export type FunnelsFilter = NonNullable<FunnelsQuery['funnelsFilter']>;
export type Breakdown = NonNullable<
  NonNullable<TrendsQuery['breakdownFilter']>['breakdowns']
>[number];
export type Math = NonNullable<SeriesNode['math']>;
/** Whether a query is one that the builder edits. */
export function isInsightQuery(node: { readonly kind: string }): node is InsightQuery {
  return (
    (node.kind === 'TrendsQuery' || node.kind === 'FunnelsQuery') &&
    Array.isArray((node as { readonly series?: unknown }).series)
  );
}
