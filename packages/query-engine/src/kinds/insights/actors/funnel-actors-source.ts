import type { FunnelsActorsQuery } from '@tidemark/contracts';
import { funnelsActorsQuerySchema } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import { funnelActorEvents, funnelActorsStatement } from '@tidemark/insights';
import { QueryError } from '../../../query-error';
import type { KindContext, QueryKindDefinition } from '../../kind';
import { CALCULATED } from '../../kind';
import type { QueryOverrides } from '../../overrides';
import { funnelSeries, funnelsQuery } from '../funnels-query';
import { insightContext } from '../insight-context';
import { withWireErrors } from '../run-plan';
import { actorsResponse } from './insight-actors-query';

/**
 * The actors behind a number of a funnel (`docs/wire/insights-funnels.md#funnel-actors`).
 * @throws QueryError, HogQLError
 */
export async function funnelActorsBehind(
  body: FunnelsActorsQuery,
  context: KindContext,
): Promise<InsightActors> {
  const { source } = body;
  requirePersonsOrGroups(source);
  const insight = await insightContext({ ...source, series: funnelSeries(source) }, context);
  return {
    statement: withWireErrors(() => funnelActorsStatement(body, insight)),
    columns: ['actor_id'],
    groupTypeIndex: source.aggregation_group_type_index ?? null,
    events:
      body.includeRecordings === true
        ? withWireErrors(() => funnelActorEvents(body, insight))
        : null,
  };
}

/** @throws QueryError 400 for a funnel that counts values of an expression */
export function requirePersonsOrGroups({ funnelsFilter }: FunnelsActorsQuery['source']): void {
  const expression = funnelsFilter?.funnelAggregateByHogQL;
  if (typeof expression === 'string' && expression !== '' && expression !== 'person_id') {
    const detail = 'What a funnel counts by an expression has no persons behind it';
    throw new QueryError(400, 'validation_error', 'invalid_input', detail, true);
  }
}

export function overrideFunnel(
  body: FunnelsActorsQuery,
  overrides: QueryOverrides,
): FunnelsActorsQuery {
  return { ...body, source: funnelsQuery.override(body.source, overrides) };
}

/** Returns only the ids. */
export const funnelsActorsQuery: QueryKindDefinition<FunnelsActorsQuery> = {
  ...CALCULATED,
  kind: 'FunnelsActorsQuery',
  schema: funnelsActorsQuerySchema,
  staleness: 'any_event',
  override: overrideFunnel,
  respond: async (body, context) =>
    actorsResponse(body, await funnelActorsBehind(body, context), context),
};
