import type { SeriesNode, TrendsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import type { BreakdownPlan } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import { entityCondition, seriesCondition } from '../../series/condition';
import { inCohort } from '../../series/in-cohort';
import { isWarehouseSeries, warehouseCondition } from '../../series/warehouse-series';
import type { Period, PeriodName } from './periods';

/** A series in a period; with a breakdown by cohorts, the part of it in one cohort. */
export interface Line {
  /** The number of the line among all lines of the query; rows contain it. */
  readonly id: number;
  readonly period: PeriodName;
  /** The index of its series in the query. */
  readonly index: number;
  readonly node: SeriesNode;
  /** The path of the series in the query, for errors. */
  readonly field: string;
  /** The condition for its event or action, without filters; null for any event. */
  readonly entity: Expr | null;
  /** The condition for events that belong to it; null when all do. */
  readonly condition: Expr | null;
  readonly cohort: number | 'all' | null;
}

/**
 * All lines of a query, current ones first. Series of missing actions have no line
 * (`docs/wire/insights.md#series-missing-action`).
 */
export function linesOf(
  query: TrendsQuery,
  breakdown: BreakdownPlan,
  periods: readonly Period[],
  context: InsightContext,
): Line[] {
  const lines: Line[] = [];
  const cohorts = breakdown.kind === 'cohorts' ? breakdown.cohorts : [null];
  for (const { name: period } of periods) {
    for (const [index, node] of query.series.entries()) {
      if (node.kind === 'ActionsNode' && !context.actionNames.has(node.id)) continue;
      const field = `series.${index}`;
      const isOfTable = isWarehouseSeries(node);
      const entity = isOfTable ? null : entityCondition(node, context, field);
      const condition = isOfTable
        ? warehouseCondition(node, context)
        : seriesCondition(node, context, field);
      for (const cohort of cohorts) {
        const id = lines.length;
        lines.push({
          id,
          period,
          index,
          node,
          field,
          cohort,
          entity,
          condition: inCohort(condition, cohort),
        });
      }
    }
  }
  return lines;
}
