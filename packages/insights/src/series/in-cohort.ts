import type { Expr } from '@tidemark/hogql';
import { ast, number } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';

/** Events of a cohort's persons that `condition` picks; null for all of everybody's. */
export function inCohort(condition: Expr | null, cohort: number | 'all' | null): Expr | null {
  if (cohort === null || cohort === 'all') return condition;
  const membership = ast.compare('in cohort', ast.field(EVENTS, 'person_id'), number(cohort));
  return condition === null ? membership : ast.and([condition, membership]);
}
