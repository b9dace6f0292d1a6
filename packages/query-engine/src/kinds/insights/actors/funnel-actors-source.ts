import type { FunnelsActorsQuery } from '@tidemark/contracts';
import { funnelsActorsQuerySchema } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import { funnelActorEvents, funnelActorsStatement } from '@tidemark/insights';
import { QueryError } from '../../../query-error';
import type { KindContext, QueryKindDefinition } from '../../kind';
import type { QueryOverrides } from '../../overrides';
import { funnelContext } from '../funnels-query';
import { overrideInsight } from '../override-insight';
import { answered } from '../run-plan';
import { actorsAnswer } from './insight-actors-query';

/** The actors behind a number of a funnel (`wire/insights.md` §4.9). @throws QueryError, HogQLError */
export async function funnelActorsBehind(
  body: FunnelsActorsQuery,
  context: KindContext,
): Promise<InsightActors> {
  const { source } = body;
  requirePersonsOrGroups(source);
  const insight = await funnelContext(source, context);
  return {
    statement: answered(() => funnelActorsStatement(body, insight)),
    columns: ['actor_id'],
    groupTypeIndex: source.aggregation_group_type_index ?? null,
    events:
      body.includeRecordings === true ? answered(() => funnelActorEvents(body, insight)) : null,
  };
}

/** @throws QueryError 400 for a funnel of something else */
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
  return { ...body, source: overrideInsight(body.source, overrides) };
}

/** The ids alone. */
export const funnelsActorsQuery: QueryKindDefinition<FunnelsActorsQuery> = {
  kind: 'FunnelsActorsQuery',
  schema: funnelsActorsQuerySchema,
  hasCacheKeys: true,
  override: overrideFunnel,
  run: async (body, context) =>
    actorsAnswer(body, await funnelActorsBehind(body, context), context),
};
