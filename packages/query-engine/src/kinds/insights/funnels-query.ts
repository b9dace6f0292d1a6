import type { FunnelsQuery } from '@tidemark/contracts';
import { funnelsQuerySchema } from '@tidemark/contracts';
import type { InsightContext } from '@tidemark/insights';
import { planFunnels } from '@tidemark/insights';
import type { KindContext, QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** How far actors came (`wire/insights.md` §4). */
export const funnelsQuery: QueryKindDefinition<FunnelsQuery> = {
  kind: 'FunnelsQuery',
  schema: funnelsQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await funnelContext(query, context);
    return runInsight(() => planFunnels(query, insight), query.modifiers, context);
  },
};

/** What the planner has to know, of exclusions too. */
export function funnelContext(query: FunnelsQuery, context: KindContext): Promise<InsightContext> {
  const exclusions = query.funnelsFilter?.exclusions ?? [];
  return insightContext({ ...query, series: [...query.series, ...exclusions] }, context);
}
