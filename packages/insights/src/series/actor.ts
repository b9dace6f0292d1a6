import type { Expr } from '@tidemark/hogql';
import { ast, text } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';

/** The counted actor: a person, or a group of one of the five types (`docs/wire/insights.md#actor`). */
export interface Actor {
  readonly id: Expr;
  /** The condition for events with the group; null for persons, whom every event has. */
  readonly present: Expr | null;
}

/** @param groupTypeIndex null or undefined for persons */
export function actorOf(groupTypeIndex: number | null | undefined): Actor {
  if (groupTypeIndex === null || groupTypeIndex === undefined) {
    return { id: ast.field(EVENTS, 'person_id'), present: null };
  }
  const id = ast.field(EVENTS, `$group_${groupTypeIndex}`);
  return { id, present: ast.compare('!=', id, text('')) };
}
