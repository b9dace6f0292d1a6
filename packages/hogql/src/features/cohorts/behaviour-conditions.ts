import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../../syntax/build';
import type { CompareOp, Expr } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import { timestampExpr } from '../property-filters/timestamp-expr';
import { propertyFilterExpr } from '../property-filters/property-filter';
import type { TimeWindow } from './time-window';

/** The alias of events in every statement about events of persons. */
const EVENTS = 'e';

const COUNT_COMPARISONS = {
  exact: '==',
  eq: '==',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
} as const satisfies Readonly<Record<string, CompareOp>>;

/** A condition for events of a name, or events that an action matches. */
export function isEvent(type: 'events' | 'actions', key: string | number, ast: AstBuilder): Expr {
  return type === 'actions'
    ? ast.call('matchesAction', ast.constant(Number(key)))
    : ast.compare('==', ast.field(EVENTS, 'event'), ast.constant(String(key)));
}

/** A condition for the event of a filter: its name and its own filters. */
export function isEventOf(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): Expr {
  const isNamed = isEvent(filter.event_type, filter.key, ast);
  return ast.and([isNamed, ...eventFilters(filter, dates, ast)]);
}

/** The filters of an event other than its name. */
export function eventFilters(
  filter: CohortBehavioralFilter,
  { now }: DateContext,
  ast: AstBuilder,
): readonly Expr[] {
  // Flags evaluate cohorts too, without the time zone of a project.
  const events = { scope: 'event', table: EVENTS, ast, now, timezone: 'UTC' } as const;
  return (filter.event_filters ?? []).map((property) => propertyFilterExpr(property, events));
}

/** The conditions of a window on the time of an event. */
export function within({ from, to }: TimeWindow, ast: AstBuilder): readonly Expr[] {
  return [
    ...(from === null ? [] : [happened('>=', from, ast)]),
    ...(to === null ? [] : [happened('<', to, ast)]),
  ];
}

/** Compares the time of an event with a timestamp. */
function happened(op: '>=' | '<', timestamp: Date, ast: AstBuilder): Expr {
  return ast.compare(op, ast.field(EVENTS, 'timestamp'), timestampExpr(timestamp, ast));
}

/** The condition on the number of events, if a filter has one; without an operator the number must be equal. */
export function oftenEnough(
  { operator, operator_value: count }: CohortBehavioralFilter,
  ast: AstBuilder,
): Expr {
  const op = COUNT_COMPARISONS[operator ?? 'exact'];
  return ast.compare(op, ast.call('count'), ast.constant(count ?? 1));
}
