import type { FunnelCorrelationQuery } from '@tidemark/contracts';
import { funnelCorrelationQuerySchema } from '@tidemark/contracts';
import { parseElementsChain } from '@tidemark/domain';
import { planFunnelCorrelation } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import type { QueryOverrides } from '../overrides';
import { overrideFunnel, requirePersonsOrGroups } from './actors/funnel-actors-source';
import { funnelSeries } from './funnels-query';
import { insightContext } from './insight-context';
import { runInsight } from './run-plan';

/** Events or properties that are correlated with conversion in a funnel. */
export const funnelCorrelationQuery: QueryKindDefinition<FunnelCorrelationQuery> = {
  ...CALCULATED,
  kind: 'FunnelCorrelationQuery',
  schema: funnelCorrelationQuerySchema,
  staleness: 'any_event',
  override: overrideCorrelation,
  async respond(query, context) {
    if (query.funnelCorrelationType === 'properties') requirePersonsOrGroups(query.source.source);
    const funnel = query.source.source;
    const insight = await insightContext({ ...funnel, series: funnelSeries(funnel) }, context);
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
