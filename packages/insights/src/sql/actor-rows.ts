import type { Expr, Statement } from '@tidemark/hogql';
import { timestamp } from '../date-range/bucket-expr';
import { actorOf } from '../series/actor';
import { EVENTS } from '../series/condition';
import { ast } from './ast';
import { statement } from './template';

/** One row per actor of the events that all conditions pick: how many they are, and by which distinct ids. */
export function actorRows(
  groupTypeIndex: number | null,
  conditions: readonly (Expr | null)[],
): Statement {
  const ids = groupTypeIndex === null ? ', groupUniqArray(100)({id}) AS event_distinct_ids' : '';
  const parts = {
    actor: actorOf(groupTypeIndex).id,
    timestamp: timestamp(),
    where: ast.and(conditions.filter((condition) => condition !== null)),
  };
  const select = `SELECT {actor} AS actor_id, count() AS event_count, max({timestamp}) AS last_seen${ids}
     FROM events AS ${EVENTS} WHERE {where} GROUP BY actor_id`;
  return groupTypeIndex === null
    ? statement(select, { ...parts, id: ast.field(EVENTS, 'distinct_id') })
    : statement(select, parts);
}
