import type { SessionsQueryBody } from '@tidemark/contracts';
import type { AstBuilder, Expr, FilterContext, SelectQuery } from '@tidemark/hogql';
import { filterTreeExpr, parseSelect } from '@tidemark/hogql';
import type { TimeBounds } from '../columns/row-conditions';
import {
  actionCondition,
  distinctIdsOf,
  isSet,
  timeBounds,
  timeConditions,
} from '../columns/row-conditions';
import type { KindContext } from '../kind';
import { ofWho, sessionExpr } from './columns';

type Reading = Omit<FilterContext, 'scope' | 'table'>;

/** Types of filters that apply to the person of a session. */
const OF_PERSONS: ReadonlySet<unknown> = new Set(['person', 'cohort', 'static-cohort']);

/** All conditions of a `SessionsQuery` on its rows; all must hold. @throws HogQLError */
export async function sessionConditions(
  body: SessionsQueryBody,
  context: KindContext,
  ast: AstBuilder,
): Promise<readonly Expr[]> {
  const { project, now } = context;
  const reading: Reading = {
    ast,
    now,
    timezone: project.timezone,
    pathCleaning: project.pathCleaning ?? [],
  };
  const bounds = timeBounds(body, context, ast);
  const tests = body.filterTestAccounts === true ? (project.testAccountFilters ?? []) : [];
  return [
    ...(body.where ?? []).map(sessionExpr),
    ...filtersOf(body.properties).map((filter) => propertyCondition(filter, reading)),
    ...filtersOf(body.fixedProperties).map((filter) => propertyCondition(filter, reading)),
    ...(tests.length === 0
      ? []
      : [
          inEvents(
            tests.map((one) => ofEvents(one, reading)),
            bounds,
            ast,
          ),
        ]),
    ...(await eventConditions(body, context, reading, bounds)),
    ...(isSet(body.personId)
      ? [ast.compare('in', ast.field('sessions', 'distinct_id'), distinctIdsOf(body.personId, ast))]
      : []),
    ...timeConditions(ast.field('sessions', '$start_timestamp'), bounds, ast),
  ];
}

function filtersOf(tree: SessionsQueryBody['properties']): readonly unknown[] {
  if (tree === null || tree === undefined) return [];
  return Array.isArray(tree) ? tree : [tree];
}

function propertyCondition(filter: unknown, reading: Reading): Expr {
  const type = typeof filter === 'object' && filter !== null && 'type' in filter && filter.type;
  return OF_PERSONS.has(type)
    ? ofWho(filterTreeExpr(filter, { ...reading, scope: 'event', table: '__who' }), '__who')
    : filterTreeExpr(filter, { ...reading, scope: 'session', table: 'sessions' });
}

function ofEvents(filter: unknown, reading: Reading): Expr {
  return filterTreeExpr(filter, { ...reading, scope: 'event', table: 'events' });
}

/** `event`, or `actionId`, and `eventProperties`: one event of the session must match them. */
async function eventConditions(
  body: SessionsQueryBody,
  context: KindContext,
  reading: Reading,
  bounds: TimeBounds,
): Promise<readonly Expr[]> {
  const { ast } = reading;
  const conditions = [
    ...(isSet(body.event)
      ? [ast.compare('==', ast.field('event'), ast.constant(body.event))]
      : isSet(body.actionId)
        ? [await actionCondition(body.actionId, context, ast)]
        : []),
    ...(body.eventProperties ?? []).map((filter) => ofEvents(filter, reading)),
  ];
  return conditions.length === 0 ? [] : [inEvents(conditions, bounds, ast)];
}

function inEvents(conditions: readonly Expr[], bounds: TimeBounds, ast: AstBuilder): Expr {
  const skeleton = parseSelect('select distinct $session_id from events') as SelectQuery;
  const timestamps = timeConditions(ast.field('events', 'timestamp'), bounds, ast);
  const where = ast.and([...conditions, ...timestamps]);
  return ast.compare('in', ast.field('sessions', 'session_id'), { ...skeleton, where });
}
