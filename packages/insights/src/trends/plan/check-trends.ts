import type { TrendsQuery } from '@tidemark/contracts';
import type { BreakdownPlan } from '../../breakdown/parts';
import { InsightError } from '../../insight/error';
import { checkWarehouseSeries } from '../../series/check-warehouse-series';
import { noSeries } from '../../series/no-series';
import type { Period } from './periods';

/** @throws InsightError for a query without series */
export function checkSeries({ series }: TrendsQuery): void {
  if (series.length === 0) throw noSeries('Trends');
}

/** @throws InsightError for settings that exclude each other */
export function checkSettings(
  { series, trendsFilter }: TrendsQuery,
  { range }: Period,
  breakdown: BreakdownPlan,
): void {
  if (range.daysOfWeek !== null && (trendsFilter?.smoothingIntervals ?? 1) > 1) {
    throw new InsightError(
      'Days of the week cannot be chosen for smoothed values',
      'dateRange.daysOfWeek',
    );
  }
  checkWarehouseSeries(series, breakdown);
}
