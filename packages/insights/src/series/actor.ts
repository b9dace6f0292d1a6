import type { Expr } from '@tidemark/hogql';
import { ast, text } from '../sql/ast';
import { EVENTS } from './condition';

/** Who is counted: a person, or a group of one of the five types (`wire/insights.md` §1.7). */
export interface Actor {
  readonly id: Expr;
  /** Events without the group belong to nobody; null for persons, whom every event has. */
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
