import type { FunnelsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { mapTree } from '@tidemark/hogql';
import type { BreakdownPlan } from '../../breakdown/parts';
import { InsightError } from '../../insight-error';
import { EVENTS } from '../../series/condition';
import { userExpr } from '../../series/user-expr';
import type { WarehouseSeries } from '../../series/warehouse-series';
import { columnOf, isWarehouseSeries } from '../../series/warehouse-series';

/**
 * The rows that steps are taken from: of one table, read one way. Rows of one source are never steps of another,
 * be it of the same table.
 */
export function sourceKeyOf(node: WarehouseSeries): string {
  const { table_name, id_field, distinct_id_field, timestamp_field } = node;
  return JSON.stringify([table_name, id_field, distinct_id_field, timestamp_field]);
}

/** Columns and paths in them. */
const COLUMN = /^[\p{L}\p{N}_$ .]+$/u;

/** A column of the table, or an expression over its columns, as `distinct_id_field` may be. @throws InsightError */
export function tableExpr(source: string, field: string): Expr {
  if (COLUMN.test(source)) return columnOf(source.trim());
  return mapTree<{ readonly type: string }>(userExpr(source, field), (node) => {
    // What a lambda names is not in the table.
    if (node.type === 'Lambda') return node;
    if (node.type !== 'Field') return null;
    const { chain } = node as Extract<Expr, { type: 'Field' }>;
    return { ...node, chain: chain[0] === EVENTS ? chain : [EVENTS, ...chain] };
  }) as Expr;
}

const UNSUPPORTED = 'data_warehouse_series_unsupported_settings';

/** @throws InsightError for what a funnel with steps of tables does not have */
export function checkWarehouseSteps(query: FunnelsQuery, breakdown: BreakdownPlan): void {
  const { series, properties, filterTestAccounts, samplingFactor } = query;
  if (!series.some(isWarehouseSeries)) return;
  const settings = [
    ...(hasFilters(properties) ? ['filters'] : []),
    ...(filterTestAccounts === true ? ['test account filters'] : []),
    ...(typeof samplingFactor === 'number' ? ['sampling'] : []),
  ];
  if (settings.length > 0) {
    const names = settings.join(' and ');
    const named = `${names.charAt(0).toUpperCase()}${names.slice(1)}`;
    throw new InsightError(
      `${named} ${names === 'sampling' ? 'is' : 'are'} not supported for funnels with a data warehouse series.`,
      null,
      UNSUPPORTED,
    );
  }
  if (breakdown.kind === 'cohorts') {
    throw new InsightError(
      'Funnels with a data warehouse series cannot be broken down by cohorts',
      'breakdownFilter',
    );
  }
  if (
    breakdown.kind === 'properties' &&
    breakdown.parts.length > 1 &&
    breakdown.parts.some(({ type }) => type === 'data_warehouse')
  ) {
    throw new InsightError(
      'Insights with a data warehouse series can only be broken down by a single data warehouse property.',
      'breakdownFilter',
      'data_warehouse_series_unsupported_breakdown',
    );
  }
  for (const [index, node] of series.entries()) {
    if (isWarehouseSeries(node) && (node.math ?? 'total').startsWith('first_')) {
      throw new InsightError(
        `The math ${node.math ?? ''} is not for steps of tables`,
        `series.${index}.math`,
      );
    }
  }
}

function hasFilters(properties: FunnelsQuery['properties']): boolean {
  if (properties === null || properties === undefined) return false;
  if (Array.isArray(properties)) return properties.length > 0;
  const { values } = properties;
  return !Array.isArray(values) || values.some((value) => !isEmptyGroup(value));
}

function isEmptyGroup(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('values' in value)) return false;
  return Array.isArray(value.values) && value.values.length === 0;
}
