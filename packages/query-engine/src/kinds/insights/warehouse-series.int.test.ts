import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.world(1, {
    tables: {
      orders: {
        columns: {
          id: 'string',
          buyer: 'string',
          bought: 'datetime',
          worth: 'float',
          kind: 'string',
        },
        rows: [
          { id: '1', buyer: 'ada', bought: '2020-01-13 10:00:00', worth: '5', kind: 'book' },
          { id: '2', buyer: 'ada', bought: '2020-01-13 11:00:00', worth: '7', kind: 'pen' },
          { id: '3', buyer: 'bob', bought: '2020-01-15 09:00:00', worth: '1', kind: 'book' },
          { id: '4', buyer: 'bob', bought: '2019-12-31 09:00:00', worth: '9', kind: 'book' },
          { id: '5', buyer: 'bob', worth: '9' },
        ],
      },
    },
  });
  await fixture.events(1, [
    { who: 'ada', event: 'paid', at: '2020-01-13 12:00:00' },
    { who: 'ada', event: 'paid', at: '2020-01-14 12:00:00' },
  ]);
});
afterAll(() => fixture.close());

const ORDERS = {
  kind: 'DataWarehouseNode',
  id: 'orders',
  table_name: 'orders',
  id_field: 'id',
  timestamp_field: 'bought',
  distinct_id_field: 'buyer',
};
const PAID = { kind: 'EventsNode', event: 'paid' };
const DAYS = { date_from: '2020-01-13', date_to: '2020-01-15' };

interface Line {
  readonly label: string;
  readonly data: number[];
  readonly breakdown_value?: unknown;
  readonly aggregated_value?: number;
}

async function trends(series: object[], query: object = {}): Promise<Line[]> {
  const { results } = await fixture.run<{ results: Line[] }>({
    kind: 'TrendsQuery',
    series,
    dateRange: DAYS,
    ...query,
  });
  return results;
}

it.each<[string, object, number[]]>([
  ['rows', {}, [2, 0, 1]],
  ['who they are of', { math: 'dau' }, [1, 0, 1]],
  ['who they are of, over a week', { math: 'weekly_active' }, [1, 1, 2]],
  ['a sum', { math: 'sum', math_property: 'worth' }, [12, 0, 1]],
  ['a median', { math: 'median', math_property: 'worth' }, [6, 0, 1]],
  ['rows by who they are of', { math: 'max_count_per_actor' }, [2, 0, 1]],
  ['an expression', { math: 'hogql', math_hogql: 'sum(worth) * 2' }, [24, 0, 2]],
  [
    'rows with a value',
    { properties: [{ key: 'kind', value: 'book', type: 'data_warehouse' }] },
    [1, 0, 1],
  ],
])('counts %s of a table', async (_, math, data) => {
  expect(await trends([{ ...ORDERS, ...math }])).toMatchObject([{ label: 'orders', data }]);
});

it('works beside events, in formulas, and in comparison with earlier days', async () => {
  expect(await trends([PAID, ORDERS])).toMatchObject([{ data: [1, 1, 0] }, { data: [2, 0, 1] }]);
  expect(await trends([PAID, ORDERS], { trendsFilter: { formula: 'A + B' } })).toMatchObject([
    { data: [3, 1, 1] },
  ]);
  expect(
    await trends([ORDERS], { trendsFilter: { display: 'ActionsLineGraphCumulative' } }),
  ).toMatchObject([{ data: [2, 2, 3] }]);
});

it.each([
  ['columns', { breakdown_type: 'data_warehouse', breakdown: 'kind' }],
  ['expressions', { breakdown_type: 'hogql', breakdown: 'lower(kind)' }],
])('is split by its %s', async (_, by) => {
  expect(await trends([ORDERS], { breakdownFilter: by })).toMatchObject([
    { breakdown_value: 'book', data: [1, 0, 1] },
    { breakdown_value: 'pen', data: [1, 0, 0] },
  ]);
});

it.each<[string, unknown]>([
  [
    'in a list',
    [
      { key: 'os', value: 'mac', type: 'event' },
      { key: 'kind', value: 'book', type: 'data_warehouse' },
    ],
  ],
  [
    'in groups',
    {
      type: 'AND',
      values: [
        { type: 'OR', values: [{ key: 'os', value: 'mac' }] },
        { type: 'AND', values: [{ key: 'kind', value: 'book', type: 'data_warehouse' }] },
      ],
    },
  ],
])('minds filters of events nowhere, %s', async (_, properties) => {
  expect(await trends([ORDERS], { properties })).toMatchObject([{ data: [1, 0, 1] }]);
});

const BREAKDOWN = 'data_warehouse_series_unsupported_breakdown';

it.each<[string, object[], object, string, string?]>([
  [
    'events’ breakdowns',
    [ORDERS],
    { breakdownFilter: { breakdown: 'os' } },
    'breakdownFilter__breakdown_type',
    BREAKDOWN,
  ],
  [
    'several breakdowns',
    [ORDERS],
    { breakdownFilter: { breakdowns: [{ property: 'kind' }, { property: 'id' }] } },
    'breakdownFilter__breakdowns',
    BREAKDOWN,
  ],
  ['sessions', [{ ...ORDERS, math: 'unique_session' }], {}, 'series__0__math'],
  ['first times', [PAID, { ...ORDERS, math: 'first_time_for_user' }], {}, 'series__1__math'],
])('rejects %s', async (_, series, query, attr, code = 'invalid_input') => {
  await expect(trends(series, query)).rejects.toMatchObject({ status: 400, attr, code });
});

it.each([
  ['a table', { table_name: 'nope' }, 'nope'],
  ['a timestamp', { timestamp_field: 'nope' }, 'nope'],
])('says that %s does not exist', async (_, wrong, name) => {
  await expect(trends([{ ...ORDERS, ...wrong }])).rejects.toThrow(name);
});
