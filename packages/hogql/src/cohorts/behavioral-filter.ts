import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../ast-build';
import type { Expr, SelectQuery } from '../ast';
import { momentExpr } from '../property-filters/moment';
import { happened, isEventOf, oftenEnough } from './behaviour-conditions';
import { regularPerformers } from './regular-performers';
import { sequencePerformers } from './sequence-performers';
import { fillTemplate } from './template';
import { back, timeWindow } from './time-window';

const PERSONS = 'select person_id from events as e where {where} group by person_id';

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
  switch (filter.value) {
    case 'performed_event':
    case 'performed_event_multiple':
    case 'performed_event_first_time':
      return countedPerformers(filter, now, ast);
    case 'performed_event_sequence':
      return sequencePerformers(filter, now, ast);
    case 'performed_event_regularly':
      return regularPerformers(filter, now, ast);
    case 'stopped_performing_event':
    case 'restarted_performing_event':
      return changedPerformers(filter, now, ast);
  }
}

/** Who did it at all, so often, or within the window for the first time. */
function countedPerformers(
  filter: CohortBehavioralFilter,
  now: Date,
  ast: AstBuilder,
): SelectQuery {
  const { from, to } = timeWindow(filter, now);
  const firstTime = filter.value === 'performed_event_first_time';
  const where = ast.and([
    isEventOf(filter, now, ast),
    // Whether it was the first time shows only among all times.
    ...(from === null || firstTime ? [] : [happened('>=', from, ast)]),
    ...(to === null ? [] : [happened('<=', to, ast)]),
  ]);
  const persons = fillTemplate(PERSONS, { where });
  if (firstTime && from !== null) {
    const first = ast.call('min', ast.field('e', 'timestamp'));
    return { ...persons, having: ast.compare('>=', first, momentExpr(from, ast)) };
  }
  if (filter.value !== 'performed_event_multiple') return persons;
  return { ...persons, having: oftenEnough(filter, ast) };
}

/**
 * Who did it in the window but not in its nearer part (stopped); who did it in the nearer part, not in the rest
 * of the window, and some time before it (restarted).
 */
function changedPerformers(
  filter: CohortBehavioralFilter,
  now: Date,
  ast: AstBuilder,
): SelectQuery {
  const { from } = timeWindow(filter, now);
  const start = from ?? new Date(0);
  const recent = back(now, filter.seq_time_value ?? 0, filter.seq_time_interval ?? 'day');
  const times = (...conditions: readonly Expr[]): Expr => ast.call('countIf', ast.and(conditions));
  const lately = times(happened('>=', recent, ast));
  const earlier = times(happened('>=', start, ast), happened('<', recent, ast));
  const before = times(happened('<', start, ast));
  const some = (count: Expr): Expr => ast.compare('>', count, ast.constant(0));
  const none = (count: Expr): Expr => ast.compare('==', count, ast.constant(0));
  const having =
    filter.value === 'stopped_performing_event'
      ? [some(earlier), none(lately)]
      : [some(lately), none(earlier), some(before)];
  const persons = fillTemplate(PERSONS, { where: isEventOf(filter, now, ast) });
  return { ...persons, having: ast.and(having) };
}
