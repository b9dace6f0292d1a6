import type { FunnelExclusion, FunnelsQuery, SeriesNode } from '@tidemark/contracts';
import type { BreakdownPlan } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { isWarehouseSeries } from '../../series/warehouse-series';
import { checkWarehouseSettings } from '../../series/warehouse-settings';

/** Steps and exclusions of missing actions match nothing, so they are an error. @throws InsightError */
export function checkActions(
  { series, funnelsFilter }: FunnelsQuery,
  { actionNames }: InsightContext,
): void {
  const check = (nodes: readonly (SeriesNode | FunnelExclusion)[], field: string): void => {
    for (const [index, node] of nodes.entries()) {
      if (node.kind === 'ActionsNode' && !actionNames.has(node.id)) {
        throw new InsightError(`Action ID ${node.id} does not exist!`, `${field}.${index}.id`);
      }
    }
  };
  check(series, 'series');
  check(funnelsFilter?.exclusions ?? [], 'funnelsFilter.exclusions');
}

/** @throws InsightError for settings that a funnel with steps of tables does not support */
export function checkWarehouseSteps(query: FunnelsQuery, breakdown: BreakdownPlan): void {
  const { series } = query;
  if (!series.some(isWarehouseSeries)) return;
  checkWarehouseSettings(query, series, 'funnels', hasFilters);
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
