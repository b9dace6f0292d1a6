import type { TestEvent } from './test-support/insight-fixture';
import {
  ACTIVITY,
  NULL,
  OTHER,
  PAGEVIEW,
  TWELVE_DAYS,
  data,
  trendsScene,
} from './test-support/trends-scene';

const { trends } = trendsScene();

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
  const timestamps = [
    '2020-01-10 10:00:00',
    '2020-01-10 10:00:02',
    '2020-01-10 10:00:02',
    '2019-10-01',
  ];
  const events = timestamps.map((at) => ({ at, who: 'a' }));
  const active = { ...PAGEVIEW, math: 'monthly_active' };
  const response = await trends(
    events,
    { series: [PAGEVIEW, active], interval, dateRange },
    { timezone: interval === 'second' ? 'UTC' : 'Asia/Tokyo' },
  );
  expect(response.results[0]).toMatchObject({ data: expected, labels });
  expect(response.results[1]?.data.at(-1)).toBe(1);
});

it('begins with the hour where days are read from a number of hours on', async () => {
  const events = ['2020-01-19 11:00:00', '2020-01-19 13:00:00', '2020-01-20 01:00:00'];
  const dateRange = { date_from: '-24h' };
  const response = await trends(
    events.map((at) => ({ at, who: 'a' })),
    { dateRange },
  );
  expect(data(response)).toEqual([[1, 1]]);
});

it('reads all since the first event of its series', async () => {
  const event = (at: string, name: string): TestEvent => ({ at, who: 'a', event: name });
  const response = await trends(
    [event('1999-01-01', 'x'), event('2020-01-10', 'y'), event('2020-01-18', 'x')],
    { series: [{ kind: 'EventsNode', event: 'x' }], dateRange: { date_from: 'all' } },
  );
  expect(response.results[0]).toMatchObject({
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
  const response = await trends(
    values.map((v) => ({ at: '2020-01-10', who: 'a', properties: { v } })),
    {
      dateRange: TWELVE_DAYS,
      trendsFilter: { display },
      breakdownFilter: { breakdown: 'v', breakdown_limit: 1 },
    },
  );
  expect(response.results.map(({ breakdown_value: value }) => value)).toEqual(expected);
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

it('counts the hours of a day from its start, also after half an hour of change', async () => {
  // On 7 April 2019, clocks went back from 2:00 to 1:30 on Lord Howe Island.
  const times = ['06 14:10', '06 15:40', '07 13:10', '07 13:40', '07 14:30'];
  const dateRange = { date_from: '2019-04-07', date_to: '2019-04-08T01:00:00' };
  const { results } = await trends(
    times.map((time) => ({ at: `2019-04-${time}:00`, who: 'a' })),
    { series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }], interval: 'hour', dateRange },
    { timezone: 'Australia/Lord_Howe' },
  );
  const counted = results.map((result) =>
    result.days.filter((_, index) => result.data[index] === 1).map((day) => day.slice(8, 16)),
  );
  const expected = ['07 01:00', '07 01:30', '07 23:30', '08 00:00', '08 01:00'];
  expect(counted).toEqual([expected, expected]);
  expect(results[0]?.days).toHaveLength(27);
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

it('leaves out the day that is not over, also in the previous period', async () => {
  const response = await trends([...ACTIVITY, { at: '2020-01-20 01:00:00', who: 'p1' }], {
    dateRange: { date_from: '-7d', excludeIncompletePeriods: true },
    compareFilter: { compare: true },
  });
  expect(data(response)).toEqual([
    [1, 0, 2, 0, 1, 0, 1],
    [0, 0, 0, 1, 0, 1, 4],
  ]);
  expect(response.results[0]?.days.at(-1)).toBe('2020-01-19');
  expect(response.results[1]?.days[0]).toBe('2020-01-06');
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
