import type { TestEvent } from './test-support/insight-fixture';
import { ACTIVITY, PAGEVIEW, TWELVE_DAYS, data, trendsScene } from './test-support/trends-scene';

const { fixture, project, trends } = trendsScene();

it('accepts any of several simultaneous first events', async () => {
  const at = '2020-01-10 10:00:00';
  const events = ['Chrome', 'Safari'].map((browser) => ({ at, who: 'a', properties: { browser } }));
  const later = { at: '2020-01-10 10:00:01', who: 'a', properties: { browser: 'Firefox' } };
  await fixture().events(project(), [...events, later]);
  const of = async (value: string): Promise<number[][]> => {
    const properties = [{ key: 'browser', value, type: 'event' }];
    const series = [{ ...PAGEVIEW, math: 'first_time_for_user', properties }];
    const dateRange = { date_from: '2020-01-10', date_to: '2020-01-10' };
    return data(await trends([], { series, dateRange, breakdownFilter: { breakdown: 'browser' } }));
  };
  expect(await Promise.all(['Chrome', 'Safari', 'Firefox'].map(of))).toEqual([[[1]], [[1]], []]);
});

it('returns totals, also of active users', async () => {
  const response = await trends(ACTIVITY, {
    series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }, { ...PAGEVIEW, math: 'weekly_active' }],
    dateRange: TWELVE_DAYS,
    trendsFilter: { display: 'ActionsTable' },
  });
  expect(response.results).toMatchObject([
    { aggregated_value: 11, data: [], days: [], count: 0 },
    { aggregated_value: 4 },
    { aggregated_value: 2 },
  ]);
  expect(response.results[0]).not.toHaveProperty('labels');
});

it('counts every actor once in a cumulative graph of users', async () => {
  const response = await trends(ACTIVITY, {
    series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }],
    dateRange: TWELVE_DAYS,
    trendsFilter: { display: 'ActionsLineGraphCumulative' },
  });
  expect(data(response)).toEqual([
    [1, 1, 2, 6, 7, 7, 9, 9, 10, 10, 11, 11],
    [1, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4],
  ]);
  expect(response.results.map(({ count }) => count)).toEqual([11, 4]);
});

it('aggregates properties, skipping values that are not numbers', async () => {
  const events = [5, 10, 15, 'x', null].map((n) => ({
    at: '2020-01-10',
    who: 'u',
    properties: { n },
  }));
  const maths = ['sum', 'avg', 'min', 'max', 'median', 'p90'];
  const response = await trends(events, {
    series: maths.map((math) => ({ ...PAGEVIEW, math, math_property: 'n' })),
    dateRange: { date_from: '2020-01-10', date_to: '2020-01-11' },
  });
  expect(data(response)).toEqual([
    [30, 0],
    [10, 0],
    [5, 0],
    [15, 0],
    [10, 0],
    [14, 0],
  ]);
});

it('computes statistics of counts per actor', async () => {
  const response = await trends(ACTIVITY, {
    series: [
      { ...PAGEVIEW, math: 'avg_count_per_actor' },
      { ...PAGEVIEW, math: 'max_count_per_actor' },
    ],
    dateRange: { date_from: '2020-01-11', date_to: '2020-01-13' },
  });
  expect(
    response.results.map(({ data: points }) => points.map((n) => Math.round(n * 100) / 100)),
  ).toEqual([
    [1, 1.33, 1],
    [1, 2, 1],
  ]);
});

it('counts first-time users at their first event ever', async () => {
  const series = (math: string): object[] => [
    {
      ...PAGEVIEW,
      math,
      properties: [{ key: 'ok', value: 'yes', operator: 'exact', type: 'event' }],
    },
  ];
  const events = [
    { at: '2020-01-01', who: 'old' },
    { at: '2020-01-11', who: 'old', properties: { ok: 'yes' } },
    { at: '2020-01-10', who: 'new', properties: { ok: 'yes' } },
    { at: '2020-01-10', who: 'later' },
    { at: '2020-01-12', who: 'later', properties: { ok: 'yes' } },
  ];
  const dateRange = { date_from: '2020-01-10', date_to: '2020-01-12' };
  expect(data(await trends(events, { series: series('first_time_for_user'), dateRange }))).toEqual([
    [1, 0, 0],
  ]);
  expect(
    data(await trends([], { series: series('first_matching_event_for_user'), dateRange })),
  ).toEqual([[1, 1, 1]]);
});

describe('first times', () => {
  const on = (who: string, event: string, at: string, ok?: string): TestEvent => ({
    who,
    event,
    at,
    properties: { ok },
  });
  const ok = [{ key: 'ok', value: 'yes', type: 'event' }];
  const BOUGHT = { kind: 'ActionsNode', id: 3 };
  const EITHER = {
    kind: 'GroupNode',
    operator: 'OR',
    nodes: [
      { kind: 'EventsNode', event: 'bought' },
      { kind: 'EventsNode', event: 'paid', properties: ok },
    ],
  };

  it.each<[string, object, number[]]>([
    ['of an action, whatever else was done before', { ...BOUGHT }, [1, 1]],
    ['of an action that passes the filters', { ...BOUGHT, properties: ok }, [1, 0]],
    ['of any of several events', { ...EITHER }, [1, 0]],
    [
      'of an action, the first that passes the filters',
      { ...BOUGHT, math: 'first_matching_event_for_user', properties: ok },
      [2, 0],
    ],
  ])('%s', async (_, node, expected) => {
    await fixture().world(project(), {
      actions: [{ id: 3, name: 'Bought', steps: [{ event: 'bought' }] }],
    });
    const response = await trends(
      [
        on('a', 'looked', '2020-01-01'),
        on('a', 'bought', '2020-01-10', 'yes'),
        on('b', 'paid', '2020-01-02', 'yes'),
        on('b', 'bought', '2020-01-11'),
        on('c', 'bought', '2020-01-03'),
        on('c', 'bought', '2020-01-10', 'yes'),
      ],
      {
        series: [{ math: 'first_time_for_user', ...node }],
        dateRange: { date_from: '2020-01-10', date_to: '2020-01-11' },
      },
    );
    expect(data(response)).toEqual([expected]);
  });
});

it('counts active users for seven local days, also across a clock change', async () => {
  // Clocks are set forward in Berlin on 29 March.
  const response = await trends(
    [{ at: '2020-03-25', who: 'p1' }],
    {
      series: [{ ...PAGEVIEW, math: 'weekly_active' }],
      dateRange: { date_from: '2020-03-30', date_to: '2020-04-02' },
    },
    { timezone: 'Europe/Berlin' },
  );
  expect(data(response)).toEqual([[1, 1, 0, 0]]);
});

it('counts them for as long where a day begins at one because clocks skip midnight', async () => {
  const response = await trends(
    ['2020-08-30', '2020-09-06'].map((at) => ({ at, who: at })),
    {
      series: [{ ...PAGEVIEW, math: 'weekly_active' }],
      dateRange: { date_from: '2020-09-04', date_to: '2020-09-14' },
    },
    { timezone: 'America/Santiago', now: '2020-09-20T12:00:00Z' },
  );
  expect(data(response)).toEqual([[1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]]);
});

it('counts sessions, those without as one, and groups, leaving out those without', async () => {
  const events = [
    { at: '2020-01-10', who: 'a', session: 's1', group0: 'x' },
    { at: '2020-01-10', who: 'b', session: 's2', group0: 'x' },
    { at: '2020-01-10', who: 'c' },
    { at: '2020-01-10', who: 'd' },
  ];
  const dateRange = { date_from: '2020-01-10', date_to: '2020-01-10' };
  const series = [
    { ...PAGEVIEW, math: 'unique_session' },
    { ...PAGEVIEW, math: 'unique_group', math_group_type_index: 0 },
    { ...PAGEVIEW, math: 'dau' },
    { ...PAGEVIEW, math: 'hogql', math_hogql: 'count() * 10 + 1' },
  ];
  expect(data(await trends(events, { series, dateRange }))).toEqual([[3], [1], [4], [41]]);
  const byGroup = { series: [series[2]], dateRange, aggregation_group_type_index: 0 };
  expect(data(await trends([], byGroup))).toEqual([[1]]);
});

it('counts the duration of a session once, for any number of events', async () => {
  const session = (ms: number): string => {
    const hex = ms.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
  };
  const start = Date.UTC(2020, 0, 10, 10);
  const [short, long] = [session(start), session(start + 1)];
  const events = [
    { at: '2020-01-10 10:00:00', who: 'a', session: short },
    { at: '2020-01-10 10:00:10', who: 'a', session: short },
    { at: '2020-01-10 10:00:00', who: 'b', session: long },
    { at: '2020-01-10 10:00:20', who: 'b', session: long },
    { at: '2020-01-10 10:00:30', who: 'b', session: long },
  ];
  const series = ['avg', 'max', 'sum'].map((math) => ({
    ...PAGEVIEW,
    math,
    math_property: '$session_duration',
  }));
  const dateRange = { date_from: '2020-01-10', date_to: '2020-01-10' };
  expect(data(await trends(events, { series, dateRange }))).toEqual([[20], [30], [40]]);
});
