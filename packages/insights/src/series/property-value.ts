import type { SeriesNode } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { ast } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { expr } from '../hogql-builders/template';
import { InsightError } from '../insight/error';

type MathNode = Pick<
  SeriesNode,
  | 'kind'
  | 'math_property'
  | 'math_property_type'
  | 'math_multiplier'
  | 'math_property_revenue_currency'
>;

/** The session field whose statistics count sessions, not events. */
const SESSION_DURATION = '$session_duration';

/** Whether the aggregated property is one of sessions. */
export function isSessionProperty({ kind, math_property, math_property_type }: MathNode): boolean {
  if (kind === 'DataWarehouseNode') return false;
  return math_property_type === 'session_properties' || math_property === SESSION_DURATION;
}

/**
 * The number that property maths aggregate; null for events without one
 * (`docs/wire/insights-trends.md#math-property`).
 *
 * @throws InsightError without `math_property`, or for a type that cannot be read
 */
export function mathValue(node: MathNode, field: string): Expr {
  const { math_property: key, math_multiplier: factor } = node;
  if (key === null || key === undefined || key === '') {
    throw new InsightError('This math needs a property', `${field}.math_property`);
  }
  if (
    node.math_property_revenue_currency !== null &&
    node.math_property_revenue_currency !== undefined
  ) {
    throw new InsightError(
      'Currencies are not converted',
      `${field}.math_property_revenue_currency`,
    );
  }
  const value = numberOf(key, node, field);
  return factor === null || factor === undefined
    ? value
    : expr('{value} * {factor}', { value, factor: ast.constant(factor) });
}

function numberOf(key: string, node: MathNode, field: string): Expr {
  if (node.kind === 'DataWarehouseNode') {
    return ast.call('toFloat', ast.field(EVENTS, ...key.split('.')));
  }
  if (key === '$time') {
    return expr('toUnixTimestamp(toDateTime({value}))', {
      value: ast.field(EVENTS, 'properties', key),
    });
  }
  if (isSessionProperty(node)) {
    return ast.call('toFloat', ast.field(EVENTS, 'session', key));
  }
  switch (node.math_property_type) {
    case null:
    case undefined:
    case 'event_properties':
      return ast.call('toFloat', ast.field(EVENTS, 'properties', key));
    case 'person_properties':
      return ast.call('toFloat', ast.field(EVENTS, 'person', 'properties', key));
    case 'data_warehouse_person_properties':
      return ast.call('toFloat', ast.field(EVENTS, 'person', ...key.split('.')));
    default:
      throw new InsightError(
        `Properties of type ${node.math_property_type} cannot be aggregated`,
        `${field}.math_property_type`,
      );
  }
}
