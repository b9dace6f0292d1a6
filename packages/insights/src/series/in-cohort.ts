import type { Expr } from '@tidemark/hogql';
import { ast, number } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';

/** The condition for events of persons of a cohort that match `condition`; null for all events of all persons. */
export function inCohort(condition: Expr | null, cohort: number | 'all' | null): Expr | null {
  if (cohort === null || cohort === 'all') return condition;
  const membership = ast.compare('in cohort', ast.field(EVENTS, 'person_id'), number(cohort));
  return condition === null ? membership : ast.and([condition, membership]);
}
