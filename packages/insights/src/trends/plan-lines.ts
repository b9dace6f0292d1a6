import type { TrendsQuery } from '@tidemark/contracts';
import { entityCondition, seriesCondition } from '../series/condition';
import { inCohort } from '../series/in-cohort';
import { isWarehouseSeries, warehouseCondition } from '../series/warehouse-series';
import type { InsightContext } from '../insight-context';
import type { BreakdownPlan } from '../breakdown/parts';
import type { Line, PeriodName } from './lines';

/**
 * All lines of a query, current ones first. Series of actions that do not exist have none
 * (`wire/insights.md` §1.2).
 */
export function planLines(
  query: TrendsQuery,
  breakdown: BreakdownPlan,
  periods: readonly PeriodName[],
  context: InsightContext,
): Line[] {
  const lines: Line[] = [];
  const cohorts = breakdown.kind === 'cohorts' ? breakdown.cohorts : [null];
  for (const period of periods) {
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
