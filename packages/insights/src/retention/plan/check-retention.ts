import type { RetentionQuery } from '@tidemark/contracts';
import { readBreakdown } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { isWarehouseSeries } from '../../series/warehouse-series';
import { checkWarehouseSettings } from '../../series/warehouse-settings';
import { retentionEntities } from './entities';
import { isRolling } from './layout';
import { propertySums } from './property-sums';

/**
 * Rejects unsupported retention queries (`docs/wire/insights-others.md#retention-validation`).
 * @throws InsightError
 */
export function checkRetention(query: RetentionQuery, context: InsightContext): void {
  const { target, returning } = retentionEntities(query);
  // Missing actions match nothing, so they are an error.
  for (const [name, node] of [['target', target] as const, ['returning', returning] as const]) {
    if (node.kind === 'ActionsNode' && !context.actionNames.has(node.id)) {
      const field = `${name}Entity` as const;
      // The id as it was sent, because the text of a number and any other text are allowed.
      const id = query.retentionFilter[field]?.id;
      throw new InsightError(`Action ID ${id} does not exist!`, `retentionFilter.${field}.id`);
    }
  }
  if (isRolling(query) && query.retentionFilter.cumulative === true) {
    throw new InsightError(
      'Cumulative retention is not supported for 24 hour windows.',
      'retentionFilter.cumulative',
      'retention_cumulative_24_hour_windows_unsupported',
    );
  }
  const series = [target, returning];
  checkWarehouseSettings(query, series, 'retention insights');
  if (series.some(isWarehouseSeries)) checkTables(query);
}

const OF_ROLLING = 'retention_data_warehouse_24_hour_windows';

function checkTables(query: RetentionQuery): void {
  const breakdown = readBreakdown(query.breakdownFilter);
  const ofGroups = (query.aggregation_group_type_index ?? null) !== null;
  if (isRolling(query) && breakdown.kind !== 'none') {
    throw new InsightError(
      'Breakdowns are not supported for 24 hour windows with a data warehouse series.',
      'breakdownFilter',
      `${OF_ROLLING}_breakdowns_unsupported`,
    );
  }
  if (isRolling(query) && ofGroups) {
    throw new InsightError(
      'Group aggregation is not supported for 24 hour windows with a data warehouse series.',
      'aggregation_group_type_index',
      `${OF_ROLLING}_group_aggregation_unsupported`,
    );
  }
  if (propertySums(query) !== null) {
    throw new InsightError(
      'Sums of a property are not available for a data warehouse series.',
      'retentionFilter.aggregationType',
    );
  }
  const isOfEvents =
    breakdown.kind === 'none' ||
    (breakdown.kind === 'properties' &&
      breakdown.parts.every(({ type }) => type === 'event' || type === 'event_metadata'));
  if (!isOfEvents) {
    throw new InsightError(
      'Retention with a data warehouse series can only be broken down by properties of events.',
      'breakdownFilter.breakdown_type',
    );
  }
}
