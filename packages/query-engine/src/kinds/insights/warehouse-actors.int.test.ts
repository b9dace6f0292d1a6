import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.world(1, {
    groups: { acme: { plan: 'pro' } },
    tables: {
      notes: {
        columns: { who: 'string', sent: 'datetime', joined: 'datetime', kind: 'string' },
        rows: [
          { who: personId('new'), sent: '2020-01-14 09:00:00', joined: '2020-01-14 08:00:00' },
          { who: personId('back'), sent: '2020-01-13 09:00:00', joined: '2020-01-13 08:00:00' },
          {
            who: personId('back'),
            sent: '2020-01-14 23:00:00',
            joined: '2020-01-13 08:00:00',
            kind: 'last',
          },
          { who: personId('gone'), sent: '2020-01-13 09:00:00', joined: '2020-01-13 08:00:00' },
          { who: personId('old'), sent: '2020-01-14 09:00:00', joined: '2020-01-02 08:00:00' },
          { who: 'nobody', joined: '2020-01-02 08:00:00' },
          { sent: '2020-01-14 09:00:00', joined: '2020-01-14 08:00:00' },
        ],
      },
      joins: {
        columns: { person: 'string', at: 'datetime' },
        rows: [
          { person: personId('back'), at: '2020-01-12 23:30:00' },
          { person: personId('gone'), at: '2020-01-12 10:00:00' },
        ],
      },
    },
  });
  await fixture.events(1, [
    { who: 'back', event: 'paid', at: '2020-01-13 10:00:00', properties: { os: 'mac' } },
    { who: 'gone', event: 'joined', at: '2020-01-11 10:00:00', properties: { os: 'linux' } },
  ]);
});
afterAll(() => fixture.close());

interface Answer {
  readonly results: {
    readonly data: number[];
    readonly label: string;
    readonly values: { readonly count: number }[];
  }[];
}

const DAYS = { date_from: '2020-01-13', date_to: '2020-01-14' };

describe('lifecycle', () => {
  const NOTES = {
    kind: 'LifecycleDataWarehouseNode',
    id: 'my notes',
    table_name: 'notes',
    timestamp_field: 'sent',
    aggregation_target_field: 'who',
    created_at_field: 'joined',
  };
  const lifecycle = (series: object, more: object = {}) => ({
    kind: 'LifecycleQuery',
    series: [series],
    dateRange: DAYS,
    ...more,
  });
  const data = async (query: { kind: string }): Promise<number[][]> =>
    (await fixture.run<Answer>(query)).results.map((one) => one.data);

  it('tells what became of those whose rows a table has', async () => {
    const query = lifecycle(NOTES);
    expect(await data(query)).toEqual([
      [2, 1],
      [0, 1],
      [0, 1],
      [0, -1],
    ]);
    expect((await fixture.run<Answer>(query)).results[0]).toMatchObject({
      label: 'notes - new',
      action: {
        id: 'my notes',
        name: 'notes',
        type: 'data_warehouse',
        order: 0,
        math: 'total',
        table_name: 'notes',
        timestamp_field: 'sent',
        aggregation_target_field: 'who',
        created_at_field: 'joined',
      },
    });
    const { results } = await fixture.run<{ results: unknown[][] }>({
      kind: 'InsightActorsQuery',
      source: query,
      day: '2020-01-14',
      status: 'resurrecting',
    });
    expect(results.map(([id]) => id)).toEqual([personId('old')]);
  });

  it('takes expressions, filters of the series, and all of time', async () => {
    const hashed = { ...NOTES, aggregation_target_field: 'toUUID(md5(who))' };
    const filter = { key: 'kind', value: 'last', type: 'data_warehouse' };
    expect(await data(lifecycle({ ...NOTES, properties: [filter] }))).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
    const all = { dateRange: { date_from: 'all', date_to: '2020-01-14' } };
    expect((await data(lifecycle(NOTES, all)))[0]).toEqual([2, 1]);
    await expect(fixture.run(lifecycle(hashed))).resolves.toBeDefined();
  });

  it.each<[object, string]>([
    [
      { properties: [{ key: 'kind', value: 'last', type: 'data_warehouse' }] },
      'Filters are not supported for lifecycle insights with a data warehouse series.',
    ],
    [
      { filterTestAccounts: true, samplingFactor: 0.1, properties: { type: 'AND', values: [] } },
      'Test account filters and sampling are not supported for lifecycle insights with a data warehouse series.',
    ],
    [
      { samplingFactor: 1 },
      'Sampling is not supported for lifecycle insights with a data warehouse series.',
    ],
  ])('refuses %j', async (more, message) => {
    await expect(fixture.run(lifecycle(NOTES, more))).rejects.toMatchObject({
      status: 400,
      message,
      code: 'data_warehouse_series_unsupported_settings',
    });
  });

  it('has targets of its own for tables alone', async () => {
    const custom = { customAggregationTarget: true };
    await expect(fixture.run(lifecycle(NOTES, custom))).resolves.toBeDefined();
    const events = { kind: 'EventsNode', event: 'paid' };
    await expect(fixture.run(lifecycle(events, custom))).rejects.toMatchObject({ status: 400 });
  });
});

it('counts in how many days rows of a table are of somebody', async () => {
  const notes = {
    kind: 'DataWarehouseNode',
    id: 'notes',
    table_name: 'notes',
    id_field: 'who',
    timestamp_field: 'sent',
    distinct_id_field: 'who',
  };
  const query = { kind: 'StickinessQuery', series: [notes], dateRange: DAYS };
  const filter = { key: 'kind', value: 'last', type: 'data_warehouse' };
  expect((await fixture.run<Answer>(query)).results).toMatchObject([
    {
      data: [3, 1],
      label: 'notes',
      action: { order: 0, type: 'events', name: 'notes', id: 'notes' },
    },
  ]);
  const last = { ...query, series: [{ ...notes, properties: [filter] }] };
  expect((await fixture.run<Answer>(last)).results[0]?.data).toEqual([1, 0]);
  await expect(fixture.run({ ...query, filterTestAccounts: true })).rejects.toThrow(
    'Test account filters are not supported for stickiness insights with a data warehouse series.',
  );
});

describe('retention', () => {
  const NOTES = {
    type: 'data_warehouse',
    id: 'notes',
    table_name: 'notes',
    timestamp_field: 'sent',
    aggregation_target_field: 'who',
  };
  const JOINS = {
    type: 'data_warehouse',
    id: 'joins',
    table_name: 'joins',
    timestamp_field: 'at',
    aggregation_target_field: 'person',
  };
  const retention = (targetEntity: object, returningEntity: object, more: object = {}) => ({
    kind: 'RetentionQuery',
    dateRange: { date_from: '2020-01-12', date_to: '2020-01-14' },
    retentionFilter: { totalIntervals: 3, targetEntity, returningEntity, ...more },
  });
  const counts = async (query: { kind: string }): Promise<number[][]> =>
    (await fixture.run<Answer>(query)).results.map(({ values }) =>
      values.map(({ count }) => count),
    );
  const PAID = { id: 'paid', type: 'events' };

  it.each<[string, object, object, object, number[][]]>([
    [
      'two tables',
      JOINS,
      NOTES,
      {},
      [
        [2, 2, 1],
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'one table',
      NOTES,
      NOTES,
      {},
      [
        [0, 0, 0],
        [2, 1, 0],
        [3, 0, 0],
      ],
    ],
    [
      'a table and events',
      JOINS,
      PAID,
      {},
      [
        [2, 1, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'events and a table',
      PAID,
      NOTES,
      {},
      [
        [0, 0, 0],
        [1, 1, 0],
        [0, 0, 0],
      ],
    ],
    [
      'first rows',
      NOTES,
      NOTES,
      { retentionType: 'retention_first_time' },
      [
        [0, 0, 0],
        [2, 1, 0],
        [2, 0, 0],
      ],
    ],
    [
      'first rows ever that pass a filter',
      { ...NOTES, properties: [{ key: 'kind', value: 'last', type: 'data_warehouse' }] },
      NOTES,
      { retentionType: 'retention_first_ever_occurrence' },
      [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'full days',
      JOINS,
      NOTES,
      { timeWindowMode: '24_hour_windows' },
      [
        [2, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
  ])('is of %s', async (_, target, returning, more, expected) => {
    expect(await counts(retention(target, returning, more))).toEqual(expected);
  });

  it('has the values of events, and none of rows', async () => {
    const query = {
      ...retention(PAID, NOTES),
      breakdownFilter: { breakdown: 'os', breakdown_type: 'event' },
    };
    const { results } = await fixture.run<{ results: { breakdown_value: string }[] }>(query);
    expect(results.map((row) => row.breakdown_value)).toEqual(['mac', 'mac', 'mac']);
    expect((await counts(query))[1]).toEqual([1, 0, 0]);
  });

  it('tells who they are', async () => {
    const { results } = await fixture.run<{ results: unknown[][] }>({
      kind: 'InsightActorsQuery',
      interval: 0,
      source: retention(JOINS, NOTES),
    });
    expect(results.map(([id, appearances]) => [id, appearances]).sort()).toEqual(
      [
        [personId('back'), [0, 1, 2]],
        [personId('gone'), [0, 1]],
      ].sort(),
    );
  });

  it.each<[object, object, string]>([
    [{ samplingFactor: 0.5 }, {}, 'Sampling is not supported for retention insights'],
    [
      { breakdownFilter: { breakdown: 'os', breakdown_type: 'event' } },
      { timeWindowMode: '24_hour_windows' },
      'Breakdowns are not supported for 24 hour windows with a data warehouse series.',
    ],
    [
      { aggregation_group_type_index: 0 },
      { timeWindowMode: '24_hour_windows' },
      'Group aggregation is not supported for 24 hour windows with a data warehouse series.',
    ],
    [
      { breakdownFilter: { breakdown: 'os', breakdown_type: 'person' } },
      {},
      'can only be broken down by properties of events',
    ],
    [{}, { aggregationType: 'sum', aggregationProperty: 'x' }, 'Sums of a property'],
  ])('refuses %j with %j', async (query, filter, message) => {
    const asked = { ...retention(JOINS, PAID, filter), ...query };
    await expect(fixture.run(asked)).rejects.toThrow(message);
    await expect(fixture.run(asked)).rejects.toMatchObject({ status: 400 });
  });
});
