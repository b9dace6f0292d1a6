import type { Expr } from '@tidemark/hogql';
import { ast, number } from '../sql/ast';
import { EVENTS } from './condition';

/** Events of a cohort's persons that `condition` picks; null for all of everybody's. */
export function inCohort(condition: Expr | null, cohort: number | 'all' | null): Expr | null {
  if (cohort === null || cohort === 'all') return condition;
  const membership = ast.compare('in cohort', ast.field(EVENTS, 'person_id'), number(cohort));
  return condition === null ? membership : ast.and([condition, membership]);
}
