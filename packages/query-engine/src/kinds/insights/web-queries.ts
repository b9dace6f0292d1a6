import type {
  WebExternalClicksTableQuery,
  WebOverviewQuery,
  WebStatsTableQuery,
  WebVitalsPathBreakdownQuery,
} from '@tidemark/contracts';
import {
  webExternalClicksTableQuerySchema,
  webOverviewQuerySchema,
  webStatsTableQuerySchema,
  webVitalsPathBreakdownQuerySchema,
} from '@tidemark/contracts';
import { printHogQL } from '@tidemark/hogql';
import type { InsightContext, WebTablePlan } from '@tidemark/insights';
import {
  planWebExternalClicks,
  planWebOverview,
  planWebStatsTable,
  planWebVitalsPathBreakdown,
} from '@tidemark/insights';
import { wireRows } from '../../respond/wire-rows';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { timingsOf } from '../timings';
import { goalsOf, insightContext } from './insight-context';
import { insightKind } from './insight-kind';
import { overrideInsight } from './override-insight';
import { WITHOUT_PERIODS, withWireErrors } from './run-plan';

/** Visitors, views, sessions, their duration and bounce rate. */
export const webOverviewQuery = insightKind<WebOverviewQuery>({
  kind: 'WebOverviewQuery',
  schema: webOverviewQuerySchema,
  staleness: 'whole_days',
  insightType: null,
  takes: [],
  series: goalsOf,
  plan: planWebOverview,
  actors: null,
});

/** Paths of pages by how good a web vital was. */
export const webVitalsPathBreakdownQuery = insightKind<WebVitalsPathBreakdownQuery>({
  kind: 'WebVitalsPathBreakdownQuery',
  schema: webVitalsPathBreakdownQuerySchema,
  staleness: 'whole_days',
  insightType: null,
  takes: [],
  series: () => [],
  plan: planWebVitalsPathBreakdown,
  actors: null,
});

/** Visitors and views by a value of pages, sessions or events. */
export const webStatsTableQuery: QueryKindDefinition<WebStatsTableQuery> = {
  ...CALCULATED,
  kind: 'WebStatsTableQuery',
  schema: webStatsTableQuerySchema,
  staleness: 'whole_days',
  override: overrideInsight([]),
  respond: (query, context) => respondTable(planWebStatsTable, query, context),
};

/** Addresses outside of the project's pages that visitors clicked on. */
export const webExternalClicksTableQuery: QueryKindDefinition<WebExternalClicksTableQuery> = {
  ...CALCULATED,
  kind: 'WebExternalClicksTableQuery',
  schema: webExternalClicksTableQuerySchema,
  staleness: 'whole_days',
  override: overrideInsight([]),
  respond: (query, context) => respondTable(planWebExternalClicks, query, context),
};

async function respondTable<Query extends WebStatsTableQuery | WebExternalClicksTableQuery>(
  planTable: (query: Query, context: InsightContext) => WebTablePlan,
  query: Query,
  context: KindContext,
) {
  const insight = await insightContext({ ...query, series: goalsOf(query) }, context);
  const plan = withWireErrors(() => planTable(query, insight));
  const { statement, columns, types, samplingRate } = plan;
  const compiled = await context.time('./hogql', () =>
    context.compile(statement, { modifiers: query.modifiers, defaultLimit: plan.limit }),
  );
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const { limit = plan.limit, offset = 0 } = compiled.pagination ?? {};
  return {
    ...WITHOUT_PERIODS,
    results: plan.results(wireRows(executed.rows.slice(0, limit), executed.meta)),
    columns,
    types,
    hasMore: executed.rows.length > limit,
    limit,
    offset,
    samplingRate,
    usedPreAggregatedTables: false,
    timings: timingsOf(query, context),
    hogql: printHogQL(statement),
    modifiers: query.modifiers ?? {},
    error: null,
  };
}
