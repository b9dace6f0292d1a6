import type { RetentionQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import { InsightError } from '../../insight/error';

/** The second number of each cell: a sum of a property, or its mean over the cell's actors. */
interface PropertySums {
  readonly type: 'sum' | 'avg';
  /** The number of an event; 0 if it has none. */
  readonly value: Expr;
}

/**
 * The property that cells add up (`docs/wire/insights-others.md#retention-aggregation`); null when they only count,
 * also if no property is given.
 *
 * @throws InsightError where cells have no such number
 */
export function propertySums({ retentionFilter }: RetentionQuery): PropertySums | null {
  const {
    aggregationType: type,
    aggregationProperty: key,
    aggregationPropertyType: owner,
    timeWindowMode,
    cumulative,
  } = retentionFilter;
  if (type !== 'sum' && type !== 'avg') return null;
  if (key === null || key === undefined || key === '') return null;
  if (timeWindowMode === '24_hour_windows') {
    throw new InsightError(
      'Sum and average aggregation are not supported for 24 hour windows.',
      'retentionFilter.aggregationType',
      'retention_24_hour_windows_property_aggregation_unsupported',
    );
  }
  if (cumulative === true) {
    throw new InsightError(
      'Sums of a property are not available for a cumulative table',
      'retentionFilter.aggregationType',
    );
  }
  const field =
    owner === 'person'
      ? ast.field(EVENTS, 'person', 'properties', key)
      : ast.field(EVENTS, 'properties', key);
  return { type, value: expr('ifNull(toFloat({field}), 0)', { field }) };
}
