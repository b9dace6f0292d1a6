import type { Expr, Statement } from '@tidemark/hogql';
import { ast } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import { statement } from '../hogql-builders/template';
import { actorOf } from '../series/actor';

/** The events that match all conditions, with their actors and their sessions. */
export function eventRows(
  groupTypeIndex: number | null,
  conditions: readonly (Expr | null)[],
): Statement {
  return statement(
    `SELECT {actor} AS actor_id, {uuid} AS uuid, {timestamp} AS occurred_at, {session} AS session_id, {window} AS window_id
     FROM events AS ${EVENTS} WHERE {where}`,
    {
      actor: actorOf(groupTypeIndex).id,
      uuid: ast.field(EVENTS, 'uuid'),
      timestamp: timestamp(),
      session: ast.field(EVENTS, '$session_id'),
      window: ast.field(EVENTS, '$window_id'),
      where: ast.and(conditions.filter((condition) => condition !== null)),
    },
  );
}

/** One row per actor of the events that match all conditions: the number of events and the distinct ids. */
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
