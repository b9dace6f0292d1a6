import type { EventsQueryBody } from '@tidemark/contracts';
import type { AstBuilder, Expr, FilterContext } from '@tidemark/hogql';
import { filterTreeExpr, parseExpr, stepExpr } from '@tidemark/hogql';
import {
  actionCondition,
  distinctIdsOf,
  isSet,
  timeBounds,
  timeConditions,
} from '../columns/row-conditions';
import type { RowContext } from '../columns/row-conditions';

/** All conditions of an `EventsQuery` on its rows; all must hold (`docs/wire/query-kinds.md#events-fields`). */
export async function eventConditions(
  body: EventsQueryBody,
  context: RowContext,
  ast: AstBuilder,
): Promise<readonly Expr[]> {
  const { project, now } = context;
  const filters = {
    scope: 'event',
    table: 'events',
    ast,
    now,
    timezone: project.timezone,
    pathCleaning: project.pathCleaning ?? [],
  } as const;
  const events = [...(body.events ?? []), ...(isSet(body.event) ? [body.event] : [])];
  return [
    ...(body.where ?? []).map((condition) => parseExpr(condition)),
    ...conditions(body.properties, filters),
    ...conditions(body.fixedProperties, filters),
    ...(body.filterTestAccounts === true ? conditions(project.testAccountFilters, filters) : []),
    ...(events.length === 0 ? [] : [ast.compare('in', ast.field('event'), ast.list(events))]),
    ...(isSet(body.actionId) ? [await actionCondition(body.actionId, context, ast)] : []),
    ...((body.actionSteps ?? []).length === 0
      ? []
      : [ast.or((body.actionSteps ?? []).map((step) => stepExpr(step, filters)))]),
    ...(isSet(body.personId)
      ? [ast.compare('in', ast.field('distinct_id'), distinctIdsOf(body.personId, ast))]
      : []),
    ...timeConditions(ast.field('timestamp'), timeBounds(body, context, ast), ast),
  ];
}

function conditions(tree: unknown, filters: FilterContext): readonly Expr[] {
  return isSet(tree) ? [filterTreeExpr(tree, filters)] : [];
}
