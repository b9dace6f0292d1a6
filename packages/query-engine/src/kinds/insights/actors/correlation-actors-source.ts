import type { FunnelCorrelationActorsQuery } from '@tidemark/contracts';
import { funnelCorrelationActorsQuerySchema } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import { funnelCorrelationActors } from '@tidemark/insights';
import type { KindContext, QueryKindDefinition } from '../../kind';
import { CALCULATED } from '../../kind';
import type { QueryOverrides } from '../../overrides';
import { overrideCorrelation } from '../funnel-correlation-query';
import { funnelSeries } from '../funnels-query';
import { insightContext } from '../insight-context';
import { withWireErrors } from '../run-plan';
import { requirePersonsOrGroups } from './funnel-actors-source';
import { actorsResponse } from './insight-actors-query';

/** The actors behind a count of a correlation. @throws QueryError, HogQLError */
export async function correlationActorsBehind(
  body: FunnelCorrelationActorsQuery,
  context: KindContext,
): Promise<InsightActors> {
  const funnel = body.source.source.source;
  requirePersonsOrGroups(funnel);
  const entity = body.funnelCorrelationPersonEntity;
  const series = [
    ...funnelSeries(funnel),
    ...(entity === null || entity === undefined ? [] : [entity]),
  ];
  const insight = await insightContext({ ...funnel, series }, context);
  return withWireErrors(() => funnelCorrelationActors(body, insight));
}

/** Clients request recordings in the query on the correlation, or in that on its funnel. */
export function wantsCorrelatedRecordings({
  includeRecordings,
  source,
}: FunnelCorrelationActorsQuery): boolean {
  return includeRecordings === true || source.source.includeRecordings === true;
}

export function overrideCorrelationActors(
  body: FunnelCorrelationActorsQuery,
  overrides: QueryOverrides,
): FunnelCorrelationActorsQuery {
  return { ...body, source: overrideCorrelation(body.source, overrides) };
}

/** Returns only the ids. */
export const funnelCorrelationActorsQuery: QueryKindDefinition<FunnelCorrelationActorsQuery> = {
  ...CALCULATED,
  kind: 'FunnelCorrelationActorsQuery',
  schema: funnelCorrelationActorsQuerySchema,
  staleness: 'any_event',
  override: overrideCorrelationActors,
  respond: async (body, context) =>
    actorsResponse(body, await correlationActorsBehind(body, context), context),
};
