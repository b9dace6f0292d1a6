import type { SeriesNode } from '@tidemark/contracts';
import type { BreakdownPlan } from '../breakdown/parts';
import { InsightError } from '../insight/error';
import { isWarehouseSeries } from './warehouse-series';

/** Maths that rows of tables do not support: they have no sessions, no groups and no first event. */
const OF_EVENTS = /^(?:unique_session|unique_group|first_.*)$/;

/** @throws InsightError for settings that only events support */
export function checkWarehouseSeries(
  series: readonly SeriesNode[],
  breakdown: BreakdownPlan,
): void {
  for (const [index, node] of series.entries()) {
    if (!isWarehouseSeries(node)) continue;
    const field = `series.${index}`;
    if (OF_EVENTS.test(node.math ?? 'total') || (node.math_group_type_index ?? null) !== null) {
      throw new InsightError(
        `The math ${node.math ?? 'total'} is not for series of tables`,
        `${field}.math`,
      );
    }
    checkBreakdown(breakdown);
  }
}

/** The API's error code for a breakdown that data-warehouse tables do not support. */
const UNSUPPORTED_BREAKDOWN = 'data_warehouse_series_unsupported_breakdown';

/** Breakdown types that rows support: columns of the table, and expressions over them. */
const OF_ROWS: ReadonlySet<string> = new Set(['data_warehouse', 'hogql']);

function checkBreakdown(breakdown: BreakdownPlan): void {
  if (breakdown.kind === 'none') return;
  if (breakdown.kind === 'properties' && breakdown.parts.length > 1) {
    throw new InsightError(
      'Multi-breakdowns not supported for trends insights with a data warehouse series.',
      'breakdownFilter.breakdowns',
      UNSUPPORTED_BREAKDOWN,
    );
  }
  if (breakdown.kind === 'cohorts' || !OF_ROWS.has(breakdown.parts[0]?.type ?? '')) {
    throw new InsightError(
      'Event based breakdowns are not supported for trends insights with a data warehouse series.',
      'breakdownFilter.breakdown_type',
      UNSUPPORTED_BREAKDOWN,
    );
  }
}
