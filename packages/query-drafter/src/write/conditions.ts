import type { Filter, PropertyName, TimeRange } from '../draft';
import { literal, propertyExpression } from './sql';

export function timeConditions({ from, to }: TimeRange): readonly string[] {
  return [
    ...(from === null ? [] : [`timestamp >= ${from}`]),
    ...(to === null ? [] : [`timestamp < ${to}`]),
  ];
}

/** Returns `event = …` for one event, `event IN (…)` for several. */
export function eventCondition(events: readonly string[]): string {
  const [only = ''] = events;
  return events.length === 1
    ? `event = ${literal(only)}`
    : `event IN (${events.map(literal).join(', ')})`;
}

export function filterCondition({ property, operator, value }: Filter): string {
  const left = readAs(property, value);
  const text = (): string => String(value).replace(/[\\%_]/g, '\\$&');
  switch (operator) {
    case 'is set':
      return `isNotNull(${left})`;
    case 'is not set':
      return `isNull(${left})`;
    case 'contains':
      return `${left} ILIKE ${literal(`%${text()}%`)}`;
    case 'not contains':
      return `${left} NOT ILIKE ${literal(`%${text()}%`)}`;
    case 'starts with':
      return `${left} ILIKE ${literal(`${text()}%`)}`;
    case 'ends with':
      return `${left} ILIKE ${literal(`%${text()}`)}`;
    default:
      return `${left} ${operator} ${literal(value ?? '')}`;
  }
}

/**
 * If a column is not text, it is converted for the comparison with a text, so that any value gives a valid statement.
 */
function readAs(property: PropertyName, value: Filter['value']): string {
  const expression = propertyExpression(property);
  return property.owner === 'expression' && typeof value !== 'number'
    ? `toString(${expression})`
    : expression;
}
