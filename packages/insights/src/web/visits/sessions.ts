import type { Expr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';

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

/** 1 for a bounce, 0 otherwise, null when unknown. */
export function isBounce(): Expr {
  return expr('multiIf(isNull({bounce}), NULL, {bounce}, 1, 0)', {
    bounce: sessionField('$is_bounce'),
  });
}
