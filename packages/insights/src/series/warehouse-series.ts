import type { SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { filterTreeExpr, mapTree } from '@tidemark/hogql';
import { ast } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { expr } from '../hogql-builders/template';
import { userExpr } from '../hogql-builders/user-expr';
import type { InsightContext } from '../insight/context';
import type { Actor } from './actor';
import { allOf, filterContext, seriesCondition } from './condition';

/** A series whose rows are those of a data-warehouse table (`docs/wire/insights.md#series-warehouse`). */
export type WarehouseSeries = Extract<SeriesNode, { kind: 'DataWarehouseNode' }>;

export function isWarehouseSeries(node: SeriesNode): node is WarehouseSeries {
  return node.kind === 'DataWarehouseNode';
}

/**
 * The key of the rows that a series reads: a table and its fields for time and actor. Series with different keys read
 * different rows, even of the same table.
 */
export function sourceKeyOf(node: WarehouseSeries): string {
  const { table_name, id_field, distinct_id_field, timestamp_field } = node;
  return JSON.stringify([table_name, id_field, distinct_id_field, timestamp_field]);
}

/** The condition for rows of the table that belong to the series; null when all do. */
export function warehouseCondition(
  { properties, fixedProperties }: WarehouseSeries,
  context: InsightContext,
): Expr | null {
  const filters = [properties, fixedProperties].filter(
    (tree) => tree !== null && tree !== undefined,
  );
  return allOf(filters.map((tree) => filterTreeExpr(tree, filterContext(context))));
}

/** The condition for events, or rows of the series' table, that belong to it; null when all do. @throws InsightError */
export function conditionOf(node: SeriesNode, context: InsightContext, field: string): Expr | null {
  return isWarehouseSeries(node)
    ? warehouseCondition(node, context)
    : seriesCondition(node, context, field);
}

/** The fields that events have, read from columns of the table. */
const COLUMNS: Readonly<Record<string, (node: WarehouseSeries) => Expr>> = {
  timestamp: ({ timestamp_field: name }) => ast.call('toDateTime', columnOf(name)),
  person_id: ({ distinct_id_field: name }) => ast.call('toString', columnOf(name)),
  distinct_id: ({ distinct_id_field: name }) => ast.call('toString', columnOf(name)),
  uuid: ({ id_field: name }) => ast.call('toString', columnOf(name)),
};

/** Characters that are in expressions, but not in a column or the joins that lead to it. */
const IS_EXPRESSION = /[()+*/'"`,=<>|?:[\]]/;

/** A column of the table, a column of a joined table, or an expression over them. @throws InsightError */
export function columnOf(name: string): Expr {
  return IS_EXPRESSION.test(name)
    ? userExpr(name, 'series')
    : ast.field(EVENTS, ...name.trim().split('.'));
}

/** The actor of a row of a table; rows without an actor are left out. */
export function rowActor(): Actor {
  const id = ast.field(EVENTS, 'person_id');
  return { id, present: expr("ifNull({id}, '') != ''", { id }) };
}

/** All rows of a series that have a timestamp, in the form of events. */
export function rowsOf(ofEvents: Statement, node: SeriesNode): Statement {
  return isWarehouseSeries(node) ? overTable(ofEvents, node) : ofEvents;
}

interface TreeNode {
  readonly type: string;
}

interface NamedNode extends TreeNode {
  readonly chain: readonly (string | number)[];
}

interface FromNode extends TreeNode {
  readonly table: NamedNode;
  readonly alias: string | null;
}

/** Converts a statement on events to one on the rows of the series' table. */
export function overTable(ofEvents: Statement, node: WarehouseSeries): Statement {
  const own = mapTree<TreeNode>(ofEvents, (at) => {
    if (!isEventField(at)) return null;
    const name = String(at.chain[1]);
    return at.chain.length === 2 && Object.hasOwn(COLUMNS, name)
      ? (COLUMNS[name]?.(node) ?? null)
      : null;
  });
  return fromTable(own as Statement, node.table_name);
}

/** Replaces the events table of a statement by another table. */
export function fromTable(ofEvents: Statement, name: string): Statement {
  const replace = (at: TreeNode): TreeNode | null => {
    if (!isFromEvents(at)) return null;
    const from: FromNode = { ...at, table: { ...at.table, chain: [name] } };
    // The table itself may be named events.
    return mapTree<TreeNode>(from, (inner) => (inner === from ? null : replace(inner)));
  };
  return mapTree<TreeNode>(ofEvents, replace) as Statement;
}

function isEventField(at: TreeNode): at is NamedNode {
  return at.type === 'Field' && (at as NamedNode).chain[0] === EVENTS;
}

function isFromEvents(at: TreeNode): at is FromNode {
  if (at.type !== 'JoinExpr') return false;
  const { table, alias } = at as FromNode;
  return alias === EVENTS && table.type === 'Field' && table.chain.join('.') === 'events';
}
