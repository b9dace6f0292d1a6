import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

interface Result {
  readonly label: string;
  readonly count: number;
  readonly data: number[];
  readonly days: string[];
  readonly labels?: string[];
  readonly aggregated_value?: number;
  readonly breakdown_value?: unknown;
  readonly compare_label?: string;
}

interface Trends {
  readonly results: Result[];
  readonly hasMore: boolean;
}

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

const NULL = '$$_posthog_breakdown_null_$$';
const OTHER = '$$_posthog_breakdown_other_$$';
const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };

async function trends(
  events: readonly TestEvent[],
  query: Record<string, unknown>,
  options: Record<string, unknown> = {},
): Promise<Trends> {
  if (events.length > 0) await fixture.events(project, events);
  return fixture.run<Trends>(
    { kind: 'TrendsQuery', series: [PAGEVIEW], ...query },
    { id: project, ...options },
  );
}

const data = ({ results }: Trends): number[][] => results.map((result) => result.data);

/** Four users in twelve days. */
const ACTIVITY: readonly TestEvent[] = [
  ...['2020-01-09', '2020-01-12'].map((at) => ({ at, who: 'p1' })),
  ...['2020-01-11', '2020-01-12', '2020-01-12'].map((at) => ({ at, who: 'p2' })),
  ...['2020-01-12', '2020-01-13', '2020-01-15', '2020-01-17'].map((at) => ({ at, who: 'p3' })),
  ...['2020-01-15', '2020-01-19'].map((at) => ({ at, who: 'p4' })),
];
const TWELVE_DAYS = { date_from: '2020-01-09', date_to: '2020-01-20' };

it('counts events by day, with zeros, in the shape of the wire', async () => {
  const answer = await trends(ACTIVITY, { dateRange: TWELVE_DAYS });
  expect(data(answer)).toEqual([[1, 0, 1, 4, 1, 0, 2, 0, 1, 0, 1, 0]]);
  expect(answer.results[0]).toMatchObject({
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
  expect(answer.results[0]?.days[0]).toBe('2020-01-09');
  expect(answer.results[0]?.labels?.[0]).toBe('9-Jan-2020');
  expect(answer).toMatchObject({
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
  const answer = await trends([...ACTIVITY, ...signups], {
    series: [PAGEVIEW, { kind: 'EventsNode', event: 'signup' }],
    dateRange: { date_from: '2020-01-09', date_to: '2020-01-12' },
    trendsFilter: { formula: 'A + 2*B' },
  });
  expect(answer.results).toMatchObject([
    { label: 'Formula (A + 2*B)', action: null, data: [1, 2, 3, 6], count: 12 },
  ]);
});

it('breaks down by a property: by total, the rest as Other, nothing as null', async () => {
  const events = Array.from({ length: 30 }, (_, value) =>
    Array.from({ length: 30 - value }, () => ({
      at: '2020-01-10',
      who: 'u',
      properties: { v: `v${value}` },
    })),
  ).flat();
  const answer = await trends(
    [
      ...events,
      { at: '2020-01-10', who: 'u' },
      { at: '2020-01-10', who: 'u', properties: { v: '' } },
    ],
    { dateRange: TWELVE_DAYS, breakdownFilter: { breakdown: 'v', breakdown_type: 'event' } },
  );
  expect(answer.hasMore).toBe(true);
  expect(answer.results).toHaveLength(26);
  expect(answer.results[0]).toMatchObject({ label: 'v0', breakdown_value: 'v0', count: 30 });
  expect(answer.results.at(-1)).toMatchObject({
    breakdown_value: '$$_posthog_breakdown_other_$$',
    count: 5 + 4 + 3 + 2 + 1 + 2,
  });
});

it('lays out the bins of a histogram from the smallest to the largest value', async () => {
  const events = [10, 15, 20, 25, 30, 40, 'x'].map((n) => ({
    at: '2020-01-10',
    who: 'u',
    properties: { n },
  }));
  const answer = await trends(events, {
    dateRange: TWELVE_DAYS,
    breakdownFilter: { breakdown: 'n', breakdown_type: 'event', breakdown_histogram_bin_count: 4 },
  });
  expect(answer.results.map(({ breakdown_value, count }) => [breakdown_value, count])).toEqual([
    ['[10,17.5]', 2],
    ['[25,32.5]', 2],
    ['[17.5,25]', 1],
    ['[32.5,40.01]', 1],
    ['$$_posthog_breakdown_null_$$', 1],
  ]);
});

it('lays out bins for each of several series and periods', async () => {
  const number = (value: number) => ({ at: '2020-01-12', who: 'a', properties: { value } });
  const answer = await trends([number(1), number(3), { ...number(5), at: '2020-01-10' }], {
    series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }, { kind: 'EventsNode', event: null }],
    dateRange: { date_from: '2020-01-12', date_to: '2020-01-13' },
    compareFilter: { compare: true },
    breakdownFilter: {
      breakdowns: [
        { property: 'value', histogram_bin_count: 2 },
        { property: 'value', type: 'event', histogram_bin_count: 1 },
      ],
    },
  });
  expect(answer.results.map((one) => one.breakdown_value)).toEqual([
    ...Array.from({ length: 3 }, () => [
      ['[1,2]', '[1,3.01]'],
      ['[2,3.01]', '[1,3.01]'],
    ]).flat(),
    ...Array.from({ length: 3 }, () => ['[5,5.01]', '[5,5.01]']),
  ]);
});

it('takes a missing page for none, not for the root', async () => {
  const urls = ['/', '', '/a/', '/a?', undefined];
  const events = urls.map((url) => ({ at: '2020-01-12', who: 'a', properties: { url } }));
  const answer = await trends(events, {
    breakdownFilter: { breakdown: 'url', breakdown_normalize_url: true },
    dateRange: { date_from: '2020-01-12', date_to: '2020-01-12' },
  });
  expect(answer.results.map((one) => [one.breakdown_value, one.count])).toEqual([
    ['/', 2],
    ['/a', 2],
    ['$$_posthog_breakdown_null_$$', 1],
  ]);
});

it('splits by several properties and by expressions', async () => {
  const events = [
    {
      at: '2020-01-10',
      who: 'u',
      properties: { a: 'x', b: true },
      personProperties: { plan: 'pro' },
    },
    {
      at: '2020-01-10',
      who: 'u',
      properties: { a: 'x', b: true },
      personProperties: { plan: 'pro' },
    },
    { at: '2020-01-11', who: 'v', properties: { a: 'y/' } },
  ];
  const answer = await trends(events, {
    dateRange: TWELVE_DAYS,
    breakdownFilter: {
      breakdowns: [
        { property: 'a', type: 'event', normalize_url: true },
        { property: 'plan', type: 'person' },
        { property: "if(properties.b = true, 'yes', 'no')", type: 'hogql' },
      ],
    },
  });
  expect(answer.results.map(({ label, breakdown_value }) => [label, breakdown_value])).toEqual([
    ['x::pro::yes', ['x', 'pro', 'yes']],
    ['y::$$_posthog_breakdown_null_$$::no', ['y', '$$_posthog_breakdown_null_$$', 'no']],
  ]);
});

it('compares with the period before', async () => {
  const answer = await trends(ACTIVITY, {
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-19' },
    compareFilter: { compare: true },
  });
  expect(answer.results.map(({ compare_label, data: points }) => [compare_label, points])).toEqual([
    ['current', [2, 0, 1, 0, 1]],
    ['previous', [0, 1, 4, 1, 0]],
  ]);
  expect(answer).toMatchObject({
    resolved_compare_date_range: {
      date_from: '2020-01-10T00:00:00Z',
      date_to: '2020-01-14T23:59:59.999999Z',
    },
    warnings: null,
  });
});

it('names the moments of the current period for both periods, and filters of a series nowhere', async () => {
  const properties = [{ key: 'ok', value: 'yes', type: 'event' }];
  const { results } = await trends([], {
    series: [{ ...PAGEVIEW, properties }],
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' },
    compareFilter: { compare: true },
  });
  const action = { days: ['2020-01-15T00:00:00Z', '2020-01-16T00:00:00Z'], properties: {} };
  expect(results).toMatchObject([{ action }, { action, days: ['2020-01-13', '2020-01-14'] }]);
});

describe('broken down', () => {
  const dateRange = { date_from: '2020-01-10', date_to: '2020-01-11' };
  const on = (at: string, who: string, v?: string): TestEvent => ({ at, who, properties: { v } });
  const shown = ({ results }: Trends): unknown[] =>
    results.map(({ breakdown_value, data: points }) => [breakdown_value, points]);

  it('in the new form shows lists, even of one value', async () => {
    const answer = await trends([on('2020-01-10', 'a', 'x')], {
      dateRange,
      breakdownFilter: { breakdowns: [{ property: 'v' }] },
    });
    expect(answer.results).toMatchObject([{ label: 'x', breakdown_value: ['x'] }]);
  });

  it('by expressions that carry a name', async () => {
    await fixture.events(project, [on('2020-01-10', 'a', 'x')]);
    for (const breakdown of [
      'properties.v AS "The value"',
      'properties.v AS inner AS outer',
      "concat(properties.v AS inner, '') AS breakdown",
    ]) {
      const breakdownFilter = { breakdown, breakdown_type: 'hogql' };
      expect(shown(await trends([], { dateRange, breakdownFilter }))).toEqual([['x', [1, 0]]]);
    }
  });

  it('by cohorts: the larger first, but beside all users as they are named; none without events', async () => {
    await fixture.world(project, { cohorts: { 7: ['a'], 8: ['b', 'c'], 9: ['z'] } });
    const events = ['a', 'b', 'c'].map((who) => on('2020-01-10', who));
    const by = (breakdown: unknown[]) => ({
      dateRange,
      breakdownFilter: { breakdown, breakdown_type: 'cohort' },
    });
    expect(shown(await trends(events, by([7, 9, 8])))).toEqual([
      [8, [2, 0]],
      [7, [1, 0]],
    ]);
    expect(shown(await trends([], by([7, 'all', 8])))).toEqual([
      [7, [1, 0]],
      ['all', [3, 0]],
      [8, [2, 0]],
    ]);
    const none = { ...by(['all', 7]), series: [{ kind: 'EventsNode', event: 'never' }] };
    expect((await trends([], none)).results).toEqual([]);
  });

  it('and calculated: equal sums by the larger numbers, then the later text; with a period beside by text', async () => {
    const events = [
      on('2020-01-10', 'a', 'b'),
      on('2020-01-10', 'a', 'c'),
      on('2020-01-11', 'a', 'd'),
    ];
    const query = {
      dateRange,
      breakdownFilter: { breakdown: 'v' },
      trendsFilter: { formula: 'A' },
    };
    expect(shown(await trends(events, query))).toEqual([
      ['c', [1, 0]],
      ['b', [1, 0]],
      ['d', [0, 1]],
    ]);
    const compared = await trends([], { ...query, compareFilter: { compare: true } });
    expect(compared.results.map(({ breakdown_value }) => breakdown_value)).toEqual(['b', 'c', 'd']);
  });
});

it('lets any of several events at the first moment be the first one', async () => {
  const at = '2020-01-10 10:00:00';
  const events = ['Chrome', 'Safari'].map((browser) => ({ at, who: 'a', properties: { browser } }));
  const later = { at: '2020-01-10 10:00:01', who: 'a', properties: { browser: 'Firefox' } };
  await fixture.events(project, [...events, later]);
  const of = async (value: string): Promise<number[][]> => {
    const properties = [{ key: 'browser', value, type: 'event' }];
    const series = [{ ...PAGEVIEW, math: 'first_time_for_user', properties }];
    const dateRange = { date_from: '2020-01-10', date_to: '2020-01-10' };
    return data(await trends([], { series, dateRange, breakdownFilter: { breakdown: 'browser' } }));
  };
  expect(await Promise.all(['Chrome', 'Safari', 'Firefox'].map(of))).toEqual([[[1]], [[1]], []]);
});

it.each([
  [
    'second',
    { date_from: '2020-01-10T10:00:00', date_to: '2020-01-10T10:00:02' },
    [1, 0, 2],
    ['10-Jan 10:00:00', '10-Jan 10:00:01', '10-Jan 10:00:02'],
  ],
  [
    'quarter',
    { date_from: '2019-07-01', date_to: '2020-01-31' },
    [0, 1, 3],
    ['Q3 2019', 'Q4 2019', 'Q1 2020'],
  ],
  ['year', { date_from: '2019-07-01', date_to: '2020-01-31' }, [1, 3], ['2019', '2020']],
])('counts by %s', async (interval, dateRange, expected, labels) => {
  const moments = [
    '2020-01-10 10:00:00',
    '2020-01-10 10:00:02',
    '2020-01-10 10:00:02',
    '2019-10-01',
  ];
  const events = moments.map((at) => ({ at, who: 'a' }));
  const active = { ...PAGEVIEW, math: 'monthly_active' };
  const answer = await trends(
    events,
    { series: [PAGEVIEW, active], interval, dateRange },
    { timezone: interval === 'second' ? 'UTC' : 'Asia/Tokyo' },
  );
  expect(answer.results[0]).toMatchObject({ data: expected, labels });
  expect(answer.results[1]?.data.at(-1)).toBe(1);
});

it('begins with the hour where days are read from a number of hours on', async () => {
  const events = ['2020-01-19 11:00:00', '2020-01-19 13:00:00', '2020-01-20 01:00:00'];
  const dateRange = { date_from: '-24h' };
  const answer = await trends(
    events.map((at) => ({ at, who: 'a' })),
    { dateRange },
  );
  expect(data(answer)).toEqual([[1, 1]]);
});

it('reads all since the first event of its series', async () => {
  const event = (at: string, name: string): TestEvent => ({ at, who: 'a', event: name });
  const answer = await trends(
    [event('1999-01-01', 'x'), event('2020-01-10', 'y'), event('2020-01-18', 'x')],
    { series: [{ kind: 'EventsNode', event: 'x' }], dateRange: { date_from: 'all' } },
  );
  expect(answer.results[0]).toMatchObject({
    days: ['2020-01-18', '2020-01-19', '2020-01-20'],
    data: [1, 0, 0],
  });
});

it.each<[string, string, unknown[]]>([
  ['a line', 'ActionsLineGraph', ['x', OTHER]],
  ['a total', 'ActionsPie', [NULL, OTHER]],
  ['a map', 'WorldMap', ['x', 'y', NULL]],
])('cuts values off of %s', async (_, display, expected) => {
  const values = ['', '', '', 'x', 'x', 'y'];
  const answer = await trends(
    values.map((v) => ({ at: '2020-01-10', who: 'a', properties: { v } })),
    {
      dateRange: TWELVE_DAYS,
      trendsFilter: { display },
      breakdownFilter: { breakdown: 'v', breakdown_limit: 1 },
    },
  );
  expect(answer.results.map(({ breakdown_value: value }) => value)).toEqual(expected);
});

it('answers totals, also of active users', async () => {
  const answer = await trends(ACTIVITY, {
    series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }, { ...PAGEVIEW, math: 'weekly_active' }],
    dateRange: TWELVE_DAYS,
    trendsFilter: { display: 'ActionsTable' },
  });
  expect(answer.results).toMatchObject([
    { aggregated_value: 11, data: [], days: [], count: 0 },
    { aggregated_value: 4 },
    { aggregated_value: 2 },
  ]);
  expect(answer.results[0]).not.toHaveProperty('labels');
});

it('counts every actor once in a cumulative graph of users', async () => {
  const answer = await trends(ACTIVITY, {
    series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }],
    dateRange: TWELVE_DAYS,
    trendsFilter: { display: 'ActionsLineGraphCumulative' },
  });
  expect(data(answer)).toEqual([
    [1, 1, 2, 6, 7, 7, 9, 9, 10, 10, 11, 11],
    [1, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4],
  ]);
  expect(answer.results.map(({ count }) => count)).toEqual([11, 4]);
});

it('aggregates properties, skipping what is no number', async () => {
  const events = [5, 10, 15, 'x', null].map((n) => ({
    at: '2020-01-10',
    who: 'u',
    properties: { n },
  }));
  const maths = ['sum', 'avg', 'min', 'max', 'median', 'p90'];
  const answer = await trends(events, {
    series: maths.map((math) => ({ ...PAGEVIEW, math, math_property: 'n' })),
    dateRange: { date_from: '2020-01-10', date_to: '2020-01-11' },
  });
  expect(data(answer)).toEqual([
    [30, 0],
    [10, 0],
    [5, 0],
    [15, 0],
    [10, 0],
    [14, 0],
  ]);
});

it('takes statistics of counts per actor', async () => {
  const answer = await trends(ACTIVITY, {
    series: [
      { ...PAGEVIEW, math: 'avg_count_per_actor' },
      { ...PAGEVIEW, math: 'max_count_per_actor' },
    ],
    dateRange: { date_from: '2020-01-11', date_to: '2020-01-13' },
  });
  expect(
    answer.results.map(({ data: points }) => points.map((n) => Math.round(n * 100) / 100)),
  ).toEqual([
    [1, 1.33, 1],
    [1, 2, 1],
  ]);
});

it('places first-time users at their first event ever', async () => {
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
    await fixture.world(project, {
      actions: [{ id: 3, name: 'Bought', steps: [{ event: 'bought' }] }],
    });
    const answer = await trends(
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
    expect(data(answer)).toEqual([expected]);
  });
});

it('buckets by the clock of the project, through changes of the clock', async () => {
  const events = [
    { at: '2020-03-08 07:30:00', who: 'a' },
    { at: '2020-03-09 06:30:00', who: 'a' },
    { at: '2020-03-09 07:30:00', who: 'a' },
  ];
  const dateRange = { date_from: '2020-03-07', date_to: '2020-03-09' };
  const zone = { timezone: 'America/Los_Angeles' };
  expect(data(await trends(events, { dateRange }, zone))).toEqual([[1, 1, 1]]);
});

it.each<[string, string, string, object, number[]]>([
  [
    'minute',
    'weekly_active',
    '2020-01-17 10:30:30',
    { date_from: '2020-01-17 10:29:00', date_to: '2020-01-17 10:32:00' },
    [1, 2, 1, 1],
  ],
  [
    'hour',
    'weekly_active',
    '2020-01-17 08:30:00',
    { date_from: '2020-01-17 07:00:00', date_to: '2020-01-17 10:00:00' },
    [1, 2, 2, 1],
  ],
  [
    'week',
    'monthly_active',
    '2020-01-26',
    { date_from: '2020-02-02', date_to: '2020-02-16' },
    [2, 1, 1],
  ],
])(
  'lets active users by the %s go when their window has passed',
  async (interval, math, at, dateRange, expected) => {
    const events = [
      { at: '2020-01-10 10:31:10', who: 'a' },
      { at, who: 'b' },
    ];
    const series = [{ ...PAGEVIEW, math }];
    expect(data(await trends(events, { series, interval, dateRange }))).toEqual([expected]);
  },
);

it('lets active users go after seven local days, also over a change of clocks', async () => {
  // Clocks go forward in Berlin on 29 March.
  const answer = await trends(
    [{ at: '2020-03-25', who: 'p1' }],
    {
      series: [{ ...PAGEVIEW, math: 'weekly_active' }],
      dateRange: { date_from: '2020-03-30', date_to: '2020-04-02' },
    },
    { timezone: 'Europe/Berlin' },
  );
  expect(data(answer)).toEqual([[1, 1, 0, 0]]);
});

it('lets them go after as many where a day begins at one, as clocks go forward at midnight', async () => {
  const answer = await trends(
    ['2020-08-30', '2020-09-06'].map((at) => ({ at, who: at })),
    {
      series: [{ ...PAGEVIEW, math: 'weekly_active' }],
      dateRange: { date_from: '2020-09-04', date_to: '2020-09-14' },
    },
    { timezone: 'America/Santiago', now: '2020-09-20T12:00:00Z' },
  );
  expect(data(answer)).toEqual([[1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]]);
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

it('takes the length of a session once, however many events it has', async () => {
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

it('takes several events as one series, each with its own filters', async () => {
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
  const answer = await trends(events, { series, dateRange });
  expect(data(answer)).toEqual([[2], [4]]);
  expect(answer.results.map(({ label }) => label)).toEqual(['x, y', 'All events']);
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
])('refuses what it would otherwise ignore: %j', async (query, attr) => {
  await expect(trends([], query)).rejects.toMatchObject({ status: 400, attr });
});

it('refuses what makes no sense, naming the part', async () => {
  await expect(trends([], { series: [] })).rejects.toMatchObject({ status: 400, attr: 'series' });
  await expect(trends([], { series: [{ ...PAGEVIEW, math: 'sum' }] })).rejects.toMatchObject({
    status: 400,
    attr: 'series__0__math_property',
  });
  await expect(trends([], { trendsFilter: { formula: 'A + F' } })).rejects.toMatchObject({
    message: "Formula 'A + F': there is no series F, there are 1 series",
  });
});

it('leaves the day that is not over out, also of the period it compares with', async () => {
  const answer = await trends([...ACTIVITY, { at: '2020-01-20 01:00:00', who: 'p1' }], {
    dateRange: { date_from: '-7d', excludeIncompletePeriods: true },
    compareFilter: { compare: true },
  });
  expect(data(answer)).toEqual([
    [1, 0, 2, 0, 1, 0, 1],
    [0, 0, 0, 1, 0, 1, 4],
  ]);
  expect(answer.results[0]?.days.at(-1)).toBe('2020-01-19');
  expect(answer.results[1]?.days[0]).toBe('2020-01-06');
});

it('counts and shows the chosen days of the week alone', async () => {
  // Sundays are the twelfth and the nineteenth, the thirteenth is a Monday.
  const query = { dateRange: { ...TWELVE_DAYS, daysOfWeek: [7, 1] } };
  const days = await trends(ACTIVITY, query);
  expect(days.results[0]).toMatchObject({
    data: [4, 1, 1, 0],
    days: ['2020-01-12', '2020-01-13', '2020-01-19', '2020-01-20'],
    count: 6,
  });
  expect(data(await trends([], { ...query, interval: 'month' }))).toEqual([[6]]);
  const total = await trends([], { ...query, trendsFilter: { display: 'BoldNumber' } });
  expect(total.results[0]?.aggregated_value).toBe(6);
  const active = { ...PAGEVIEW, math: 'weekly_active' };
  expect(data(await trends([], { ...query, series: [active] }))).toEqual([[3, 3, 2, 1]]);
  const first = { ...PAGEVIEW, math: 'first_time_for_user' };
  expect(data(await trends([], { ...query, series: [first] }))).toEqual([[1, 0, 0, 0]]);
  const friday = { date_from: '2020-01-17', date_to: '2020-01-17', daysOfWeek: [1] };
  expect(data(await trends([], { series: [active], dateRange: friday }))).toEqual([[]]);
});
