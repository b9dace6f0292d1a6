import type { Expr } from '@tidemark/hogql';
import { EVENTS } from '../series/condition';
import { ast } from '../sql/ast';
import { expr } from '../sql/template';

/** A field of the session that an event belongs to. */
export function sessionField(name: string): Expr {
  return ast.field(EVENTS, 'session', name);
}

export function sessionId(): Expr {
  return ast.field(EVENTS, '$session_id');
}

export function sessionStart(): Expr {
  return sessionField('$start_timestamp');
}

/** 1 for a bounce, 0 for none, null where that cannot be said. */
export function isBounce(): Expr {
  return expr('multiIf(isNull({bounce}), NULL, {bounce}, 1, 0)', {
    bounce: sessionField('$is_bounce'),
  });
}
