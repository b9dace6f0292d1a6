import type { InsightActorsQuery, StickinessActorsQuery } from '@tidemark/contracts';
import { insightActorsQuerySchema, stickinessActorsQuerySchema } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import { wireRows } from '../../../respond/wire-rows';
import { rowsResponse } from '../../columns/rows-response';
import type { KindContext, QueryKindDefinition } from '../../kind';
import { CALCULATED } from '../../kind';
import type { InsightActorsBody } from './actors-source';
import { actorsBehind, overrideSource } from './actors-source';

/** The rows behind a number of an insight: ids and counts, without the actors themselves. */
export const insightActorsQuery: QueryKindDefinition<InsightActorsQuery> = {
  ...CALCULATED,
  kind: 'InsightActorsQuery',
  schema: insightActorsQuerySchema,
  staleness: 'any_event',
  override: overrideSource,
  respond,
};

/** The rows behind a number of a stickiness insight, selected with an operator. */
export const stickinessActorsQuery: QueryKindDefinition<StickinessActorsQuery> = {
  ...CALCULATED,
  kind: 'StickinessActorsQuery',
  schema: stickinessActorsQuerySchema,
  staleness: 'any_event',
  override: overrideSource,
  respond,
};

async function respond(body: InsightActorsBody, context: KindContext): Promise<object> {
  return actorsResponse(body, await actorsBehind(body, context), context);
}

/** The rows of a query for actors, as a separate response. */
export async function actorsResponse(
  body: Pick<InsightActorsBody, 'modifiers'>,
  { statement, columns }: InsightActors,
  context: KindContext,
): Promise<object> {
  const compiled = await context.time('./hogql', () =>
    context.compile(statement, { modifiers: body.modifiers }),
  );
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const results = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  return rowsResponse({ body, compiled, executed, columns, results, context });
}
