import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../ast-build';
import type { CompareOp, Expr, SelectQuery } from '../ast';
import { parseSelect } from '../parser';
import { momentExpr } from '../property-filters/moment';
import { propertyFilterExpr } from '../property-filters/property-filter';
import { timeWindow } from './time-window';

const COUNT_COMPARISONS: Readonly<Record<string, CompareOp>> = {
  exact: '==',
  eq: '==',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Persons by what they did: a set of person ids as a condition on `persons`. */
export function behavioralFilterExpr(
  filter: CohortBehavioralFilter,
  now: Date,
  ast: AstBuilder,
): Expr {
  const op = filter.negation ? 'not in' : 'in';
  return ast.compare(op, ast.field('persons', 'id'), performers(filter, now, ast));
}

function performers(filter: CohortBehavioralFilter, now: Date, ast: AstBuilder): SelectQuery {
  const { from, to } = timeWindow(filter, now);
  const timestamp = ast.field('e', 'timestamp');
  // Flags decide about cohorts too, and know no zone of a project.
  const events = { scope: 'event', table: 'e', ast, now, timezone: 'UTC' } as const;
  const firstTime = filter.value === 'performed_event_first_time';
  const conditions = [
    filter.event_type === 'actions'
      ? ast.call('matchesAction', ast.constant(Number(filter.key)))
      : ast.compare('==', ast.field('e', 'event'), ast.constant(String(filter.key))),
    ...(filter.event_filters ?? []).map((property) => propertyFilterExpr(property, events)),
    // Whether it was the first time shows only among all times.
    ...(from === null || firstTime ? [] : [ast.compare('>=', timestamp, momentExpr(from, ast))]),
    ...(to === null ? [] : [ast.compare('<=', timestamp, momentExpr(to, ast))]),
  ];
  const skeleton = parseSelect('select person_id from events as e group by person_id');
  return {
    ...(skeleton as SelectQuery),
    where: ast.and(conditions),
    having: having(filter, firstTime ? from : null, ast),
  };
}

function having(filter: CohortBehavioralFilter, since: Date | null, ast: AstBuilder): Expr | null {
  if (since !== null) {
    const first = ast.call('min', ast.field('e', 'timestamp'));
    return ast.compare('>=', first, momentExpr(since, ast));
  }
  const op = COUNT_COMPARISONS[filter.operator ?? ''];
  const { operator_value: count } = filter;
  if (filter.value !== 'performed_event_multiple' || op === undefined) return null;
  return ast.compare(op, ast.call('count'), ast.constant(count ?? 1));
}
