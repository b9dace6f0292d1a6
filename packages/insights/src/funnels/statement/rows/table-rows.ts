import type { FunnelsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { mapTree } from '@tidemark/hogql';
import { timestampOf, onChosenDays } from '../../../date-range/bucket-expr';
import type { DateRange } from '../../../date-range/date-range';
import { ast, text } from '../../../hogql-builders/ast';
import { EVENTS } from '../../../hogql-builders/events';
import { expr, statement } from '../../../hogql-builders/template';
import { userExpr } from '../../../hogql-builders/user-expr';
import type { InsightContext } from '../../../insight/context';
import type { WarehouseSeries } from '../../../series/warehouse-series';
import {
  columnOf,
  fromTable,
  isWarehouseSeries,
  sourceKeyOf,
  warehouseCondition,
} from '../../../series/warehouse-series';
import type { FunnelSettings } from '../../plan/settings';
import type { RowParts } from './scan';
import { maskOf } from './scan';

/** Rows of the tables of steps, each read with the fields of its step; see `FunnelScan`. */
export function tableRows(
  query: FunnelsQuery,
  settings: FunnelSettings,
  range: DateRange,
  context: InsightContext,
  given: RowParts,
): Statement[] {
  const sources = new Map<string, [WarehouseSeries, string]>();
  for (const [index, node] of query.series.entries()) {
    if (!isWarehouseSeries(node) || sources.has(sourceKeyOf(node))) continue;
    sources.set(sourceKeyOf(node), [node, `series.${index}`]);
  }
  return [...sources].map(([key, [source, field]]) => {
    const steps = query.series.map((node) =>
      isWarehouseSeries(node) && sourceKeyOf(node) === key
        ? (warehouseCondition(node, context) ?? ast.constant(true))
        : null,
    );
    const occurredAt = ast.call('toDateTime64', tableExpr(source.timestamp_field, field));
    const actor = expr("ifNull(toString({id}), '')", {
      id: tableExpr(source.distinct_id_field, field),
    });
    const onDays = onChosenDays(range, occurredAt);
    const where = [
      ast.compare('>=', occurredAt, timestampOf(range.readFrom)),
      ast.compare('<=', occurredAt, timestampOf(range.to)),
      ...(onDays === null ? [] : [onDays]),
      ast.compare('!=', actor, text('')),
      ...(settings.order === 'strict' ? [] : [ast.or(steps.filter((step) => step !== null))]),
    ];
    const rows = statement(
      `SELECT {actor} AS actor, assumeNotNull(toUnixTimestamp64Micro({occurredAt})) AS at, {mask} AS mask,
         assumeNotNull({start}) AS bucket, {mark} AS mark
       FROM events AS ${EVENTS} WHERE {where}`,
      {
        actor,
        occurredAt,
        mask: maskOf(steps),
        start: given.bucket(occurredAt),
        mark: given.mark ?? expr("['']"),
        where: ast.and(where),
      },
    );
    return fromTable(rows, source.table_name);
  });
}

/** Names of columns and paths in them. */
const COLUMN = /^[\p{L}\p{N}_$ .]+$/u;

/** A column of the table, or an expression over its columns, as `distinct_id_field` may be. @throws InsightError */
function tableExpr(source: string, field: string): Expr {
  if (COLUMN.test(source)) return columnOf(source.trim());
  return mapTree<{ readonly type: string }>(userExpr(source, field), (node) => {
    // A parameter of a lambda is not a column of the table.
    if (node.type === 'Lambda') return node;
    if (node.type !== 'Field') return null;
    const { chain } = node as Extract<Expr, { type: 'Field' }>;
    return { ...node, chain: chain[0] === EVENTS ? chain : [EVENTS, ...chain] };
  }) as Expr;
}
