import { printHogQL } from '@tidemark/hogql';
import { statement } from '../hogql-builders/template';
import { mathValue } from './property-value';

const EVENT = { kind: 'EventsNode', math_property: 'worth' } as const;

it.each([
  ['an event', EVENT, 'toFloat(e.properties.worth)'],
  [
    'a person',
    { ...EVENT, math_property_type: 'person_properties' },
    'toFloat(e.person.properties.worth)',
  ],
  [
    'a table behind persons',
    {
      ...EVENT,
      math_property: 'orders.worth',
      math_property_type: 'data_warehouse_person_properties',
    },
    'toFloat(e.person.orders.worth)',
  ],
  ['a session', { ...EVENT, math_property_type: 'session_properties' }, 'toFloat(e.session.worth)'],
  [
    'the clock',
    { ...EVENT, math_property: '$time' },
    'toUnixTimestamp(toDateTime(e.properties.$time))',
  ],
  ['a multiple', { ...EVENT, math_multiplier: 2 }, 'toFloat(e.properties.worth) * 2'],
])('reads the number of %s', (_, node, expected) => {
  const value = mathValue(node, 'series.0');
  expect(printHogQL(statement('SELECT {value} FROM events AS e', { value }))).toBe(
    `SELECT ${expected} FROM events AS e`,
  );
});

it.each([
  ['without a property', { ...EVENT, math_property: '' }, 'series.0.math_property'],
  [
    'in currencies',
    { ...EVENT, math_property_revenue_currency: { static: 'EUR' } },
    'series.0.math_property_revenue_currency',
  ],
  ['of another kind', { ...EVENT, math_property_type: 'x' }, 'series.0.math_property_type'],
])('rejects numbers %s', (_, node, field) => {
  expect(() => mathValue(node, 'series.0')).toThrow(expect.objectContaining({ field }) as Error);
});
