import type { FunnelCorrelationQuery } from '@tidemark/contracts';
import { funnelCorrelationQuerySchema } from '@tidemark/contracts';
import { parseElementsChain } from '@tidemark/domain';
import { planFunnelCorrelation } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import type { QueryOverrides } from '../overrides';
import { overrideFunnel, requirePersonsOrGroups } from './actors/funnel-actors-source';
import { funnelContext } from './funnels-query';
import { runInsight } from './run-plan';

/** What goes together with converting in a funnel. */
export const funnelCorrelationQuery: QueryKindDefinition<FunnelCorrelationQuery> = {
  kind: 'FunnelCorrelationQuery',
  schema: funnelCorrelationQuerySchema,
  hasCacheKeys: true,
  override: overrideCorrelation,
  async run(query, context) {
    if (query.funnelCorrelationType === 'properties') requirePersonsOrGroups(query.source.source);
    const insight = await funnelContext(query.source.source, context);
    const plan = () => planFunnelCorrelation(query, insight, parseElementsChain);
    return runInsight(plan, query.modifiers, context);
  },
};

export function overrideCorrelation(
  body: FunnelCorrelationQuery,
  overrides: QueryOverrides,
): FunnelCorrelationQuery {
  return { ...body, source: overrideFunnel(body.source, overrides) };
}
