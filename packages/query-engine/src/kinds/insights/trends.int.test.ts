import { ACTIVITY, PAGEVIEW, TWELVE_DAYS, data, trendsScene } from './test-support/trends-scene';

const { trends } = trendsScene();

it('counts events by day, with zeros, in the shape of the wire', async () => {
  const response = await trends(ACTIVITY, { dateRange: TWELVE_DAYS });
  expect(data(response)).toEqual([[1, 0, 1, 4, 1, 0, 2, 0, 1, 0, 1, 0]]);
  expect(response.results[0]).toMatchObject({
    label: '$pageview',
    count: 11,
    order: 0,
    action: {
      id: '$pageview',
      type: 'events',
      order: 0,
      name: '$pageview',
      custom_name: null,
      math: 'total',
      math_property: null,
    },
    filter: {
      insight: 'TRENDS',
      interval: 'day',
      entity_type: 'events',
      date_from: '2020-01-09T00:00:00Z',
      date_to: '2020-01-20T23:59:59.999999Z',
    },
  });
  expect(response.results[0]?.days[0]).toBe('2020-01-09');
  expect(response.results[0]?.labels?.[0]).toBe('9-Jan-2020');
  expect(response).toMatchObject({
    hasMore: false,
    resolved_date_range: {
      date_from: '2020-01-09T00:00:00Z',
      date_to: '2020-01-20T23:59:59.999999Z',
    },
  });
});

it.each([
  ['dau', [1, 0, 1, 3, 1, 0, 2, 0, 1, 0, 1, 0]],
  ['weekly_active', [1, 1, 2, 3, 3, 3, 4, 4, 4, 4, 2, 2]],
  ['monthly_active', [1, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4]],
])('counts %s', async (math, expected) => {
  const series = [{ ...PAGEVIEW, math }];
  expect(data(await trends(ACTIVITY, { series, dateRange: TWELVE_DAYS }))).toEqual([expected]);
});

it('evaluates formulas point by point', async () => {
  const signups = ['2020-01-10', '2020-01-11', '2020-01-12'].map((at) => ({
    at,
    who: 'p1',
    event: 'signup',
  }));
  const response = await trends([...ACTIVITY, ...signups], {
    series: [PAGEVIEW, { kind: 'EventsNode', event: 'signup' }],
    dateRange: { date_from: '2020-01-09', date_to: '2020-01-12' },
    trendsFilter: { formula: 'A + 2*B' },
  });
  expect(response.results).toMatchObject([
    { label: 'Formula (A + 2*B)', action: null, data: [1, 2, 3, 6], count: 12 },
  ]);
});

it('compares with the period before', async () => {
  const response = await trends(ACTIVITY, {
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-19' },
    compareFilter: { compare: true },
  });
  expect(
    response.results.map(({ compare_label, data: points }) => [compare_label, points]),
  ).toEqual([
    ['current', [2, 0, 1, 0, 1]],
    ['previous', [0, 1, 4, 1, 0]],
  ]);
  expect(response).toMatchObject({
    resolved_compare_date_range: {
      date_from: '2020-01-10T00:00:00Z',
      date_to: '2020-01-14T23:59:59.999999Z',
    },
    warnings: null,
  });
});

it('names the times of the current period for both periods, and no filters of a series', async () => {
  const properties = [{ key: 'ok', value: 'yes', type: 'event' }];
  const { results } = await trends([], {
    series: [{ ...PAGEVIEW, properties }],
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' },
    compareFilter: { compare: true },
  });
  const action = { days: ['2020-01-15T00:00:00Z', '2020-01-16T00:00:00Z'], properties: {} };
  expect(results).toMatchObject([{ action }, { action, days: ['2020-01-13', '2020-01-14'] }]);
});

it('combines several events to one series, each with its own filters', async () => {
  const events = [
    { at: '2020-01-10', who: 'a', event: 'x', properties: { ok: 'yes' } },
    { at: '2020-01-10', who: 'a', event: 'x', properties: { ok: 'no' } },
    { at: '2020-01-10', who: 'b', event: 'y' },
    { at: '2020-01-10', who: 'c', event: 'z' },
  ];
  const properties = [{ key: 'ok', value: 'yes', operator: 'exact', type: 'event' }];
  const nodes = [
    { kind: 'EventsNode', event: 'x', properties },
    { kind: 'EventsNode', event: 'y' },
  ];
  const series = [
    { kind: 'GroupNode', operator: 'OR', nodes },
    { kind: 'EventsNode', event: null },
  ];
  const dateRange = { date_from: '2020-01-10', date_to: '2020-01-10' };
  const response = await trends(events, { series, dateRange });
  expect(data(response)).toEqual([[2], [4]]);
  expect(response.results.map(({ label }) => label)).toEqual(['x, y', 'All events']);
});

it('smooths without cutting, and leaves test accounts and other values out', async () => {
  const dateRange = { date_from: '2020-01-11', date_to: '2020-01-13' };
  const smooth = { trendsFilter: { smoothingIntervals: 2 } };
  expect(data(await trends(ACTIVITY, { dateRange, ...smooth }))).toEqual([[1, 2.5, 2.5]]);
  const internal = { key: "event != '$pageview'", type: 'hogql' };
  const clean = { dateRange, filterTestAccounts: true };
  expect(data(await trends([], clean, { testAccountFilters: [internal] }))).toEqual([[0, 0, 0]]);
  const hidden = await trends(
    ['x', 'x', 'y'].map((v) => ({ at: '2020-02-10', who: 'a', properties: { v } })),
    {
      dateRange: { date_from: '2020-02-10', date_to: '2020-02-10' },
      breakdownFilter: {
        breakdown: 'v',
        breakdown_limit: 1,
        breakdown_hide_other_aggregation: true,
      },
    },
  );
  expect(hidden).toMatchObject({ hasMore: true, results: [{ breakdown_value: 'x', count: 2 }] });
});

it.each([
  [
    { dateRange: { daysOfWeek: [1, 2] }, trendsFilter: { smoothingIntervals: 3 } },
    'dateRange__daysOfWeek',
  ],
])('rejects what it would otherwise ignore: %j', async (query, attr) => {
  await expect(trends([], query)).rejects.toMatchObject({ status: 400, attr });
});

it('rejects invalid queries, naming the part', async () => {
  await expect(trends([], { series: [] })).rejects.toMatchObject({ status: 400, attr: 'series' });
  await expect(trends([], { series: [{ ...PAGEVIEW, math: 'sum' }] })).rejects.toMatchObject({
    status: 400,
    attr: 'series__0__math_property',
  });
  await expect(trends([], { trendsFilter: { formula: 'A + F' } })).rejects.toMatchObject({
    message: "Formula 'A + F': there is no series F, there are 1 series",
  });
});
