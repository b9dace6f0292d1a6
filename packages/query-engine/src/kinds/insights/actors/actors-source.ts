import type { InsightActorsQuery, StickinessActorsQuery } from '@tidemark/contracts';
import type { InsightActors } from '@tidemark/insights';
import type { KindContext } from '../../kind';
import type { QueryOverrides } from '../../overrides';
import { withWireErrors } from '../run-plan';
import { findInsightSource } from './sources';

export type InsightActorsBody = InsightActorsQuery | StickinessActorsQuery;

/** The actors that a query on an insight requests. @throws QueryError, HogQLError */
export async function actorsBehind(
  body: InsightActorsBody,
  context: KindContext,
): Promise<InsightActors> {
  const { source, kind: _, ...point } = body;
  const read = await findInsightSource(source.kind).read(source, context);
  return withWireErrors(() => read.actors(point));
}

export function overrideSource<Body extends Pick<InsightActorsBody, 'source'>>(
  body: Body,
  overrides: QueryOverrides,
): Body {
  const { source } = body;
  const overridden = findInsightSource(source.kind).override(source, overrides);
  return { ...body, source: { ...overridden, kind: source.kind } };
}
