import type { TestEvent } from './test-support/insight-fixture';
import {
  ACTIVITY,
  counts,
  FIVE_DAYS,
  on,
  retentionScene,
  UNTIL,
} from './test-support/retention-scene';

const { fixture, project, retention } = retentionScene();

it('lays out rows and columns of days, padded with zeros', async () => {
  const response = await retention(ACTIVITY, FIVE_DAYS, UNTIL);
  expect(counts(response)).toEqual([
    [2, 1, 1, 0, 2],
    [1, 1, 0, 1, 0],
    [1, 0, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0],
  ]);
  expect(response.results[1]).toMatchObject({
    label: 'Day 1',
    date: '2020-01-07T00:00:00Z',
    breakdown_value: null,
  });
  expect(response.results[0]?.values[3]?.label).toBe('Day 3');
});

it('has as many rows as the range has intervals', async () => {
  const response = await retention(
    ACTIVITY,
    { totalIntervals: 3 },
    {
      dateRange: { date_from: '2020-01-06', date_to: '2020-01-10' },
    },
  );
  expect(counts(response)).toEqual([
    [2, 1, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 0, 0],
    [2, 0, 0],
  ]);
});

it('counts for the first time only, over all of history', async () => {
  const events = [...ACTIVITY, ...on('c', 2, 7)];
  const first = { ...FIVE_DAYS, retentionType: 'retention_first_time' };
  expect(counts(await retention(events, first, UNTIL))).toEqual([
    [2, 1, 1, 0, 2],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ]);
});

it('takes the first occurrence ever, regardless of its properties, and then checks them', async () => {
  const pro = [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }];
  const events = [
    { at: '2020-01-06', who: 'a' },
    { at: '2020-01-07', who: 'a', properties: { plan: 'pro' } },
    { at: '2020-01-08', who: 'b', properties: { plan: 'pro' } },
  ];
  const rows = async (retentionType: string): Promise<(number | undefined)[]> => {
    const targetEntity = { id: '$pageview', type: 'events', properties: pro };
    const response = await retention([], { ...FIVE_DAYS, targetEntity, retentionType }, UNTIL);
    return counts(response).map(([size]) => size);
  };
  await fixture().events(project(), events);
  expect(await rows('retention_first_ever_occurrence')).toEqual([0, 0, 1, 0, 0]);
  expect(await rows('retention_first_time')).toEqual([0, 1, 1, 0, 0]);
});

it('fills up to the last return in cumulative mode', async () => {
  expect(counts(await retention(ACTIVITY, { ...FIVE_DAYS, cumulative: true }, UNTIL))).toEqual([
    [2, 2, 2, 2, 2],
    [1, 1, 1, 1, 0],
    [1, 1, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0],
  ]);
});

it('requires enough returns, except in the first column', async () => {
  const events = [...ACTIVITY, ...on('a', 8, 10)];
  expect(counts(await retention(events, { ...FIVE_DAYS, minimumOccurrences: 2 }, UNTIL))).toEqual([
    [2, 0, 1, 0, 1],
    [1, 1, 0, 1, 0],
    [1, 0, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0],
  ]);
});

it('merges columns into brackets, each actor once in each', async () => {
  const response = await retention(
    ACTIVITY,
    { ...FIVE_DAYS, retentionCustomBrackets: [1, 3] },
    UNTIL,
  );
  expect(response.results[0]?.values).toEqual([
    { count: 2, label: 'Day 0' },
    { count: 1, label: 'Day 1' },
    { count: 2, label: 'Day 2-4' },
  ]);
});

it('begins weeks on the project’s first day', async () => {
  const weekly = { totalIntervals: 2, period: 'Week' };
  const dates = async (weekStartDay: number): Promise<string[]> =>
    (await retention([], weekly, UNTIL, { weekStartDay })).results.map(({ date }) => date);
  expect(await dates(0)).toEqual(['2019-12-29T00:00:00Z', '2020-01-05T00:00:00Z']);
  expect(await dates(1)).toEqual(['2019-12-30T00:00:00Z', '2020-01-06T00:00:00Z']);
});

it('has eight rows and columns of page views by default; display settings have no effect', async () => {
  const events = [
    ...on('a', 16, 18, 20),
    ...on('b', 18).map((one) => ({ ...one, event: 'other' })),
  ];
  const plain = await retention(events, {});
  expect(counts(plain).map(([size]) => size)).toEqual([0, 0, 0, 1, 0, 1, 0, 1]);
  expect(counts(plain)[3]).toEqual([1, 0, 1, 0, 1, 0, 0, 0]);
  expect(plain).toMatchObject({
    resolved_date_range: { date_from: '2020-01-13T00:00:00Z', date_to: '2020-01-21T00:00:00Z' },
  });
  const shown = await retention([], {
    retentionReference: 'previous',
    meanRetentionCalculation: 'weighted',
    display: 'ActionsLineGraph',
    dashboardDisplay: 'all',
    showTrendLines: true,
    aggregationType: 'count',
  });
  expect(shown.results).toEqual(plain.results);
});

it('counts actions and any event, by the clock of the project', async () => {
  const action = { id: 5, name: 'paid', steps: [{ event: 'paid', properties: [] }] };
  await fixture().world(project(), { actions: [action] });
  const events = [
    { at: '2020-01-07 03:00:00', who: 'a', event: 'paid' },
    { at: '2020-01-08 03:00:00', who: 'a', event: 'used' },
    { at: '2020-01-07 03:00:00', who: 'b', event: 'used' },
  ];
  const response = await retention(
    events,
    {
      totalIntervals: 3,
      targetEntity: { id: 5, type: 'actions', name: 'paid' },
      returningEntity: { id: null, type: 'events', name: 'All events' },
    },
    { dateRange: { date_from: '2020-01-06', date_to: '2020-01-07' } },
    { timezone: 'America/New_York' },
  );
  expect(counts(response)).toEqual([
    [1, 1, 0],
    [0, 0, 0],
  ]);
  expect(response.results.map(({ date }) => date)).toEqual([
    '2020-01-06T00:00:00-05:00',
    '2020-01-07T00:00:00-05:00',
  ]);
});

it('counts by hour, week and month, and without test accounts', async () => {
  const anna = { personProperties: { email: 'anna@own.com' } };
  const at = (who: string, ...timestamps: string[]): TestEvent[] =>
    timestamps.map((timestamp) => ({ at: timestamp, who, ...(who === 'a' && anna) }));
  await fixture().events(project(), [
    ...at('a', '2020-01-01 10:30:00', '2020-01-01 12:10:00', '2020-01-13 10:00:00'),
    ...at('b', '2020-01-01 10:59:59', '2020-01-06 10:00:00', '2020-02-29 10:00:00'),
  ]);
  const of = async (period: string, from: string, to: string, more: object = {}) => {
    const dateRange = { date_from: from, date_to: to };
    const query = { dateRange, ...more };
    const testAccountFilters = [
      { key: 'email', type: 'person', operator: 'not_icontains', value: 'own.com' },
    ];
    const options = { testAccountFilters, weekStartDay: 1 };
    return counts(await retention([], { period, totalIntervals: 3 }, query, options));
  };
  expect(await of('Hour', '2020-01-01T10:00:00', '2020-01-01T12:00:00')).toEqual([
    [2, 0, 1],
    [0, 0, 0],
    [1, 0, 0],
  ]);
  expect(await of('Week', '2020-01-01', '2020-01-13')).toEqual([
    [2, 1, 1],
    [1, 0, 0],
    [1, 0, 0],
  ]);
  expect(await of('Month', '2020-01-15', '2020-02-03')).toEqual([
    [2, 1, 0],
    [1, 0, 0],
  ]);
  expect(await of('Month', '2020-01-15', '2020-01-15', { filterTestAccounts: true })).toEqual([
    [1, 0, 0],
  ]);
});

it('counts hours through the half hour that ends a day on Lord Howe Island', async () => {
  const times = ['12:10', '13:10', '13:40', '14:40'];
  const response = await retention(
    times.map((time) => ({ at: `2019-04-07 ${time}:00`, who: 'a' })),
    { period: 'Hour', totalIntervals: 4 },
    { dateRange: { date_from: '2019-04-07T22:30:00', date_to: '2019-04-08T01:00:00' } },
    { timezone: 'Australia/Lord_Howe' },
  );
  expect(response.results.map(({ date }) => date.slice(11, 16))).toEqual([
    '22:30',
    '23:30',
    '00:00',
    '01:00',
  ]);
  expect(counts(response)).toEqual([
    [1, 1, 1, 1],
    [1, 1, 1, 0],
    [1, 1, 0, 0],
    [1, 0, 0, 0],
  ]);
});

it.each([77, '77', 'paid'])('rejects the action %p, which is not there', async (id) => {
  await expect(retention([], { targetEntity: { id, type: 'actions' } })).rejects.toMatchObject({
    status: 400,
    message: `Action ID ${id} does not exist!`,
    attr: 'retentionFilter__targetEntity__id',
  });
});
