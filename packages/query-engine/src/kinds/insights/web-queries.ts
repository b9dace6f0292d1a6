import type { WebOverviewQuery, WebStatsTableQuery } from '@tidemark/contracts';
import { webOverviewQuerySchema, webStatsTableQuerySchema } from '@tidemark/contracts';
import { printHogQL } from '@tidemark/hogql';
import { planWebOverview, planWebStatsTable } from '@tidemark/insights';
import { wireRows } from '../../respond/wire-rows';
import type { QueryKindDefinition } from '../kind';
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

/** Visitors and views by a value of pages, sessions or events. */
export const webStatsTableQuery: QueryKindDefinition<WebStatsTableQuery> = {
  ...CALCULATED,
  kind: 'WebStatsTableQuery',
  schema: webStatsTableQuerySchema,
  staleness: 'whole_days',
  override: overrideInsight([]),
  async respond(query, context) {
    const insight = await insightContext({ ...query, series: goalsOf(query) }, context);
    const plan = withWireErrors(() => planWebStatsTable(query, insight));
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
  },
};
