import type { ExperimentActorsQuery } from '@tidemark/contracts';
import { experimentActorsQuerySchema } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import { experimentActorNodes, experimentActors } from '@tidemark/insights';
import type { KindContext, QueryKindDefinition } from '../../kind';
import { CALCULATED } from '../../kind';
import { experimentOf } from '../experiment-queries';
import { insightContext } from '../insight-context';
import { withWireErrors } from '../run-plan';
import { actorsResponse } from './insight-actors-query';

/**
 * The units behind a number of an experiment (`docs/wire/experiments.md#experiment-actors`).
 * @throws QueryError, HogQLError
 */
export async function experimentActorsBehind(
  body: ExperimentActorsQuery,
  context: KindContext,
): Promise<InsightActors> {
  const experiment = await experimentOf(body.source, context);
  const series = experimentActorNodes(body, experiment);
  const insight = await insightContext({ series }, context);
  return withWireErrors(() => experimentActors(body, experiment, insight));
}

/** Returns only the ids and the variants. */
export const experimentActorsQuery: QueryKindDefinition<ExperimentActorsQuery> = {
  ...CALCULATED,
  kind: 'ExperimentActorsQuery',
  schema: experimentActorsQuerySchema,
  staleness: 'any_event',
  respond: async (body, context) =>
    actorsResponse(body, await experimentActorsBehind(body, context), context),
};
