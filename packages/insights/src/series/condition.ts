import type { SeriesNode } from '@tidemark/contracts';
import type { Expr, FilterContext } from '@tidemark/hogql';
import { filterTreeExpr } from '@tidemark/hogql';
import { ast, number, text } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';

/** The context in which property filters of insights are compiled. */
export function filterContext({ now, timezone, pathCleaning }: InsightContext): FilterContext {
  return { scope: 'event', table: EVENTS, ast, now, timezone, pathCleaning };
}

/**
 * The condition for events of a series: its event or action and its own filters
 * (`docs/wire/insights.md#series-condition`). Null when all events match. A missing action matches nothing.
 *
 * @param field the path of the series in the query, for errors
 */
export function seriesCondition(
  node: SeriesNode,
  context: InsightContext,
  field: string,
): Expr | null {
  const conditions = [entityCondition(node, context, field), ...filtersOf(node, context)];
  return allOf(conditions.filter((condition) => condition !== null));
}

/**
 * The condition for the events or actions of a series, without its own filters; members of a group keep theirs. Null
 * for any event.
 */
export function entityCondition(
  node: SeriesNode,
  context: InsightContext,
  field: string,
): Expr | null {
  switch (node.kind) {
    case 'EventsNode':
      if (node.event === null || node.event === undefined) return null;
      return ast.compare('==', ast.field(EVENTS, 'event'), text(node.event));
    case 'ActionsNode':
      return context.actionNames.has(node.id)
        ? ast.call('matchesAction', number(node.id))
        : ast.constant(false);
    case 'GroupNode':
      return ast.or(
        node.nodes.map(
          (inner, index) =>
            seriesCondition(inner, context, `${field}.nodes.${index}`) ?? ast.constant(true),
        ),
      );
    case 'DataWarehouseNode':
      throw new InsightError('Series of data-warehouse tables are not supported here', field);
  }
}

function filtersOf(node: SeriesNode, context: InsightContext): Expr[] {
  return [node.properties, node.fixedProperties]
    .filter((filters) => filters !== null && filters !== undefined)
    .filter((filters) => !Array.isArray(filters) || filters.length > 0)
    .map((filters) => filterTreeExpr(filters, filterContext(context)));
}

/** The names of the events that can belong to a series; null for events of any name. */
export function eventNamesOf(node: SeriesNode): readonly string[] | null {
  if (node.kind === 'EventsNode') return typeof node.event === 'string' ? [node.event] : null;
  if (node.kind !== 'GroupNode') return null;
  const names = node.nodes.map(eventNamesOf);
  return names.some((one) => one === null) ? null : names.flatMap((one) => one ?? []);
}

/** The condition for events that can belong to any of the series; null for all events. */
export function namedEvents(nodes: readonly SeriesNode[]): Expr | null {
  const names = nodes.map(eventNamesOf);
  if (names.includes(null)) return null;
  const distinct = [...new Set(names.flatMap((own) => own ?? []))];
  return ast.compare('in', ast.field(EVENTS, 'event'), ast.list(distinct));
}

/** The conjunction of conditions; null if there are none. */
export function allOf(conditions: readonly Expr[]): Expr | null {
  return conditions.length === 0 ? null : ast.and(conditions);
}
