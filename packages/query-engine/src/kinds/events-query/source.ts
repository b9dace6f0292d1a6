import type { EventsQueryBody } from '@tidemark/contracts';
import { insightActorsQuerySchema } from '@tidemark/contracts';
import type { AstBuilder, Expr, SelectQuery } from '@tidemark/hogql';
import { HogQLError, parseSelect } from '@tidemark/hogql';
import type { InsightActors } from '@tidemark/insights';
import { checkedSource } from '../checked-source';
import { actorsBehind } from '../insights/actors/actors-source';
import type { KindContext } from '../kind';

/**
 * `source`: only events that a number of a trends insight counts, selected as in an `InsightActorsQuery`.
 *
 * @throws HogQLError for any other insight
 */
export async function sourceConditions(
  { source = null }: EventsQueryBody,
  context: KindContext,
  ast: AstBuilder,
): Promise<readonly Expr[]> {
  if (source === null) return [];
  const body = checkedSource(insightActorsQuerySchema, source);
  if (body.source.kind !== 'TrendsQuery') {
    throw new HogQLError('hogql_query_error', 'source: only events behind trends can be shown');
  }
  const { events = null } = await actorsBehind(body, context);
  if (events === null) {
    throw new HogQLError(
      'hogql_not_implemented',
      'source: events behind a first-time count are not supported yet',
    );
  }
  return [ast.compare('in', ast.field('uuid'), uuidsOf(events))];
}

function uuidsOf(events: InsightActors['statement']): SelectQuery {
  const skeleton = parseSelect('select uuid from (select 1) as counted') as SelectQuery;
  const { selectFrom } = skeleton;
  if (selectFrom === null) throw new Error('the template of the statement has no FROM');
  return { ...skeleton, selectFrom: { ...selectFrom, table: events } };
}
