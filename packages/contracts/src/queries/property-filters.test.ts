import { hogQLQuerySchema } from './query';
import { propertyFiltersSchema } from './property-filters';
import { trendsQuerySchema } from './insights';

const filter = { type: 'event', key: 'browser', operator: 'exact', value: ['Safari'] };

it.each([
  [[]],
  [{}],
  [[{}, filter]],
  [[{ key: 'id', type: 'cohort', value: 1, cohort_name: 'Buyers', negation: true, label: 'x' }]],
  [[{ ...filter, type: 'group', group_type_index: 0, group_key_names: { a: 'A' } }]],
  [{ type: 'AND', values: [{ type: 'OR', values: [filter] }] }],
])('accepts %j', (given) => {
  expect(propertyFiltersSchema.parse(given)).toEqual(given);
});

it.each<[object, (string | number)[], string[]]>([
  [[filter, { ...filter, operater: 'is_not' }], [1], ['operater']],
  [{ ...filter, values: 'Safari' }, [], ['values']],
  [
    { type: 'AND', operator: 'OR', values: [{ type: 'OR', values: [{ ...filter, x: 1 }] }] },
    [],
    ['operator'],
  ],
  [{ type: 'AND', values: [{ ...filter, x: 1, y: 2 }] }, ['values', 0], ['x', 'y']],
])('rejects the unknown keys of %j', (given, path, keys) => {
  expect(propertyFiltersSchema.safeParse(given).error?.issues).toContainEqual(
    expect.objectContaining({ code: 'unrecognized_keys', path, keys }),
  );
});

it('names the path in a query', () => {
  const properties = [{ ...filter, operater: 'is_not' }];
  const issue = { code: 'unrecognized_keys', keys: ['operater'] };
  const trends = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', properties }] };
  expect(trendsQuerySchema.safeParse(trends).error?.issues).toMatchObject([
    { ...issue, path: ['series', 0, 'properties', 0] },
  ]);
  const select = { kind: 'HogQLQuery', query: 'select 1', filters: { properties } };
  expect(hogQLQuerySchema.safeParse(select).error?.issues).toMatchObject([
    { ...issue, path: ['filters', 'properties', 0] },
  ]);
});
