import type { InsightActorsQuery, StickinessActorsQuery } from '@tidemark/contracts';
import { insightActorsQuerySchema, stickinessActorsQuerySchema } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import { wireRows } from '../../../respond/wire-rows';
import { rowsAnswer } from '../../columns/rows-answer';
import type { KindContext, QueryKindDefinition } from '../../kind';
import type { InsightActorsBody } from './actors-source';
import { actorsBehind, overrideSource } from './actors-source';

/** The rows behind a number of an insight: ids and counts, without the actors themselves. */
export const insightActorsQuery: QueryKindDefinition<InsightActorsQuery> = {
  kind: 'InsightActorsQuery',
  schema: insightActorsQuerySchema,
  hasCacheKeys: true,
  override: overrideSource,
  run: answer,
};

/** The same for stickiness, with an operator. */
export const stickinessActorsQuery: QueryKindDefinition<StickinessActorsQuery> = {
  kind: 'StickinessActorsQuery',
  schema: stickinessActorsQuerySchema,
  hasCacheKeys: true,
  override: overrideSource,
  run: answer,
};

async function answer(body: InsightActorsBody, context: KindContext): Promise<object> {
  return actorsAnswer(body, await actorsBehind(body, context), context);
}

/** The rows of a query for actors, as an answer of their own. */
export async function actorsAnswer(
  body: Pick<InsightActorsBody, 'modifiers'>,
  { statement, columns }: InsightActors,
  context: KindContext,
): Promise<object> {
  const compiled = await context.time('./hogql', () =>
    context.compile(statement, { modifiers: body.modifiers }),
  );
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const results = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  return rowsAnswer({ body, compiled, executed, columns, results, context });
}
