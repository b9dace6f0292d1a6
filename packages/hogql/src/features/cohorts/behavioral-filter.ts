import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../../syntax/build';
import type { Expr, SelectQuery } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import { eventFilters, isEvent, isEventOf, oftenEnough, within } from './behaviour-conditions';
import { regularPerformers } from './regular-performers';
import { sequencePerformers } from './sequence-performers';
import { fillTemplate } from './template';
import type { TimeWindow } from './time-window';
import { dayWindow, exactWindow, startOfDay, windowStart } from './time-window';

const PERSONS = 'select person_id from events as e where {where} group by person_id';

/** Persons by their events: a set of person ids as a condition on `persons`. */
export function behavioralFilterExpr(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): Expr {
  const op = filter.negation ? 'not in' : 'in';
  return ast.compare(op, ast.field('persons', 'id'), performers(filter, dates, ast));
}

function performers(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): SelectQuery {
  switch (filter.value) {
    case 'performed_event':
    case 'performed_event_multiple':
      return countedPerformers(filter, dates, ast);
    case 'performed_event_first_time':
      return firstTimePerformers(filter, dates, ast);
    case 'performed_event_sequence':
      return sequencePerformers(filter, dates, ast);
    case 'performed_event_regularly':
      return regularPerformers(filter, dates, ast);
    case 'stopped_performing_event':
    case 'restarted_performing_event':
      return changedPerformers(filter, dates, ast);
  }
}

/** The persons with at least one such event, or the required number of them, within the window. */
function countedPerformers(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): SelectQuery {
  const counts = filter.value === 'performed_event_multiple';
  const window = counts ? exactWindow(filter, dates) : dayWindow(filter, dates);
  const where = ast.and([isEventOf(filter, dates, ast), ...within(window, ast)]);
  const persons = fillTemplate(PERSONS, { where });
  return counts ? { ...persons, having: oftenEnough(filter, ast) } : persons;
}

/** The persons whose very first event of this name is within the window and matches the filters. */
function firstTimePerformers(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): SelectQuery {
  const { from, to } = dayWindow(filter, dates);
  const isNamed = isEvent(filter.event_type, filter.key, ast);
  const where = ast.and([isNamed, ...within({ from: null, to }, ast)]);
  const fits = ast.and([...eventFilters(filter, dates, ast), ...within({ from, to: null }, ast)]);
  const timestamp = ast.field('e', 'timestamp');
  const first = ast.call('min', timestamp);
  const having = ast.compare('==', first, ast.call('minIf', timestamp, fits));
  return { ...fillTemplate(PERSONS, { where }), having };
}

/**
 * The persons who stopped: they have such an event in the window but none in its later part. Or the persons who
 * restarted: they have one before the window and one in its later part, but none in the rest of the window. The first
 * day of the later part also belongs to the rest, so that a person with an event on that day has not restarted.
 */
function changedPerformers(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): SelectQuery {
  const window = dayWindow(filter, dates);
  const { seq_time_value: value, seq_time_interval: unit } = filter;
  const start = window.from ?? new Date(0);
  const recent = windowStart(value, unit, dates) ?? dates.now;
  const inDays = unit !== 'hour' && unit !== 'minute';
  const restarted = filter.value === 'restarted_performing_event';
  const rest = { from: start, to: restarted && inDays ? startOfDay(recent, dates, 1) : recent };
  const times = (of: TimeWindow): Expr => ast.call('countIf', ast.and(within(of, ast)));
  const some = (of: TimeWindow): Expr => ast.compare('>', times(of), ast.constant(0));
  const none = (of: TimeWindow): Expr => ast.compare('==', times(of), ast.constant(0));
  const lately = { from: recent, to: null };
  const having = restarted
    ? [some(lately), none(rest), some({ from: null, to: start })]
    : [some(rest), none(lately)];
  const until = within({ from: null, to: window.to }, ast);
  const where = ast.and([isEventOf(filter, dates, ast), ...until]);
  return { ...fillTemplate(PERSONS, { where }), having: ast.and(having) };
}
