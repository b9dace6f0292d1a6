import type { StickinessQuery } from '@tidemark/contracts';
import { InsightError } from '../insight/error';
import { checkWarehouseSeries } from '../series/check-warehouse-series';
import { noSeries } from '../series/no-series';
import { checkWarehouseSettings } from '../series/warehouse-settings';

/**
 * Rejects unsupported stickiness queries (`docs/wire/insights-others.md#stickiness-request`).
 * @throws InsightError
 */
export function checkStickiness(query: StickinessQuery): void {
  const { series, stickinessFilter } = query;
  if (series.length === 0) throw noSeries('Stickiness');
  checkWarehouseSettings(query, series, 'stickiness insights');
  checkWarehouseSeries(series, { kind: 'none' });
  const { operator, value = 1 } = stickinessFilter?.stickinessCriteria ?? {};
  const field = 'stickinessFilter.stickinessCriteria.value';
  if (value < 0) {
    throw new InsightError(
      'Stickiness criteria value must be non-negative.',
      field,
      'stickiness_criteria_negative',
    );
  }
  if (value === 0 && operator !== 'gte') {
    throw new InsightError(
      'Stickiness criteria with operator exact or lte must use a value greater than 0.',
      field,
      'stickiness_criteria_zero_incompatible',
    );
  }
  checkIntervalCount(query);
}

const MAX_INTERVALS = 365;

function checkIntervalCount({ intervalCount }: StickinessQuery): void {
  if (intervalCount === null || intervalCount === undefined) return;
  if (intervalCount <= 0) {
    throw new InsightError(
      'intervalCount must be a positive integer.',
      'intervalCount',
      'stickiness_interval_count_non_positive',
    );
  }
  if (intervalCount > MAX_INTERVALS) {
    throw new InsightError(
      `intervalCount cannot exceed ${MAX_INTERVALS}.`,
      'intervalCount',
      'stickiness_interval_count_too_large',
    );
  }
}
