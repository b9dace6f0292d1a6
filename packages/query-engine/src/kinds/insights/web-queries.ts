import type { WebOverviewQuery, WebStatsTableQuery } from '@tidemark/contracts';
import { webOverviewQuerySchema, webStatsTableQuerySchema } from '@tidemark/contracts';
import { printHogQL } from '@tidemark/hogql';
import type { InsightContext } from '@tidemark/insights';
import { goalSeries, planWebOverview, planWebStatsTable } from '@tidemark/insights';
import { wireRows } from '../../respond/wire-rows';
import type { KindContext, QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { UNTOLD, answered, runInsight } from './run-plan';

type WebQuery = WebOverviewQuery | WebStatsTableQuery;

function webContext(query: WebQuery, context: KindContext): Promise<InsightContext> {
  const goal = query.conversionGoal;
  const series = goal === null || goal === undefined ? [] : [goalSeries(goal)];
  return insightContext({ series, dateRange: query.dateRange }, context);
}

/** Visitors, views, sessions, their length and how many bounce. */
export const webOverviewQuery: QueryKindDefinition<WebOverviewQuery> = {
  kind: 'WebOverviewQuery',
  schema: webOverviewQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await webContext(query, context);
    return runInsight(() => planWebOverview(query, insight), query.modifiers, context);
  },
};

/** Visitors and views by a value of pages, sessions or events. */
export const webStatsTableQuery: QueryKindDefinition<WebStatsTableQuery> = {
  kind: 'WebStatsTableQuery',
  schema: webStatsTableQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await webContext(query, context);
    const plan = answered(() => planWebStatsTable(query, insight));
    const { statement, columns, types, samplingRate } = plan;
    const compiled = await context.time('./hogql', () =>
      context.compile(statement, { modifiers: query.modifiers, defaultLimit: plan.limit }),
    );
    const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
    const { limit = plan.limit, offset = 0 } = compiled.pagination ?? {};
    return {
      ...UNTOLD,
      results: plan.results(wireRows(executed.rows.slice(0, limit), executed.meta)),
      columns,
      types,
      hasMore: executed.rows.length > limit,
      limit,
      offset,
      samplingRate,
      usedPreAggregatedTables: false,
      timings: context.timings(),
      hogql: printHogQL(statement),
      modifiers: query.modifiers ?? {},
      error: null,
    };
  },
};
