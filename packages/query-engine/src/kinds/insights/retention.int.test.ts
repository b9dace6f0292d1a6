import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

interface Retention {
  readonly results: {
    readonly values: { readonly count: number; readonly label: string }[];
    readonly label: string;
    readonly date: string;
    readonly breakdown_value: unknown;
  }[];
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

async function retention(
  events: readonly TestEvent[],
  retentionFilter: Record<string, unknown>,
  query: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Promise<Retention> {
  if (events.length > 0) await fixture.events(project, events);
  return fixture.run<Retention>(
    { kind: 'RetentionQuery', retentionFilter, ...query },
    { id: project, ...options },
  );
}

const counts = ({ results }: Retention): number[][] =>
  results.map(({ values }) => values.map(({ count }) => count));

const on = (who: string, ...days: number[]): TestEvent[] =>
  days.map((day) => ({ at: `2020-01-${String(day).padStart(2, '0')}`, who }));

const FIVE_DAYS = { totalIntervals: 5 };
const UNTIL = { dateRange: { date_to: '2020-01-10' } };
/** a every day but the ninth, b on the first and the last. */
const ACTIVITY = [...on('a', 6, 7, 8, 10), ...on('b', 6, 10)];

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

it('takes the first occurrence ever, whatever its properties, and then asks for them', async () => {
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
  await fixture.events(project, events);
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

it('wants enough returns, but not of the row itself', async () => {
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

it('counts full days from the time of the first start alone', async () => {
  const events = [
    { at: '2020-01-06 20:00:00', who: 'a' },
    { at: '2020-01-07 10:00:00', who: 'a' },
    { at: '2020-01-08 21:00:00', who: 'a' },
  ];
  const rolling = { ...FIVE_DAYS, timeWindowMode: '24_hour_windows' };
  expect(counts(await retention(events, rolling, UNTIL)).slice(0, 3)).toEqual([
    [1, 0, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ]);
  await expect(retention([], { ...rolling, cumulative: true }, UNTIL)).rejects.toMatchObject({
    status: 400,
    message: 'Cumulative retention is not supported for 24 hour windows.',
    code: 'retention_cumulative_24_hour_windows_unsupported',
  });
});

it('counts full days as often as the clock strikes, and months of thirty days', async () => {
  const events = [
    { at: '2020-01-06 20:50:00', who: 'a' },
    { at: '2020-01-07 20:10:00', who: 'a' },
    { at: '2020-01-31 12:00:00', who: 'b' },
  ];
  const rolling = { totalIntervals: 2, timeWindowMode: '24_hour_windows' };
  expect(counts(await retention(events, rolling, UNTIL))[1]).toEqual([0, 0]);
  const days = { dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' } };
  expect(counts(await retention([], rolling, days))).toEqual([[1, 0]]);
  const week = { dateRange: { date_from: '2020-01-06', date_to: '2020-01-08' } };
  expect(counts(await retention([], rolling, week))[0]).toEqual([1, 1]);
  const year = { dateRange: { date_from: '2020-01-01', date_to: '2020-02-10' } };
  expect(counts(await retention([], { ...rolling, period: 'Month' }, year))).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

it('has who starts in every value of what they do from then on', async () => {
  const events = [
    { at: '2020-01-06 14:00:00', who: 'a', properties: { os: 'mac' } },
    { at: '2020-01-07 15:00:00', who: 'a', properties: { os: 'linux' } },
  ];
  const response = await retention(
    events,
    { totalIntervals: 2, timeWindowMode: '24_hour_windows' },
    {
      dateRange: { date_from: '2020-01-06', date_to: '2020-01-07' },
      breakdownFilter: { breakdown: 'os', breakdown_type: 'event' },
    },
  );
  expect(response.results.map(({ breakdown_value: value }) => value)).toEqual([
    'linux',
    'linux',
    'mac',
    'mac',
  ]);
  expect(counts(response)).toEqual([
    [1, 1],
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
});

it('has the value of the first occurrence ever, and of that alone', async () => {
  const events = [
    { at: '2020-01-06', who: 'a' },
    { at: '2020-01-08', who: 'a', properties: { os: 'mac' } },
    { at: '2020-01-08', who: 'b', properties: { os: 'linux', plan: 'free' } },
    { at: '2020-01-09', who: 'b', properties: { os: 'mac', plan: 'pro' } },
  ];
  const ever = { totalIntervals: 5, retentionType: 'retention_first_ever_occurrence' };
  const breakdownFilter = { breakdown: 'os', breakdown_type: 'event' };
  const sizes = async (more: object): Promise<unknown[]> =>
    (await retention([], ever, { ...UNTIL, breakdownFilter, ...more })).results
      .filter(({ values }) => values[0]?.count !== 0)
      .map(({ breakdown_value: value, label }) => [value, label]);
  await fixture.events(project, events);
  expect(await sizes({})).toEqual([
    ['', 'Day 0'],
    ['linux', 'Day 2'],
  ]);
  // Filters of the whole query say what there ever was.
  const properties = [{ key: 'plan', value: 'pro', type: 'event' }];
  expect(await sizes({ properties })).toEqual([['mac', 'Day 3']]);
});

it('names cohorts by text, those those without members not at all', async () => {
  await fixture.world(project, { cohorts: { 7: ['a'], 8: ['a', 'b'], 9: [] } });
  const response = await retention(
    ACTIVITY,
    { totalIntervals: 2 },
    {
      dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' },
      breakdownFilter: { breakdown: [7, 9, 'all', 8], breakdown_type: 'cohort' },
    },
  );
  expect(response.results.map(({ breakdown_value: value }) => value)).toEqual(['0', '8', '7']);
  const { results } = await fixture.run<{ results: unknown[] }>(
    {
      kind: 'InsightActorsQuery',
      interval: 0,
      breakdown: ['0'],
      source: {
        kind: 'RetentionQuery',
        retentionFilter: { totalIntervals: 2 },
        dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' },
        breakdownFilter: { breakdown: ['all'], breakdown_type: 'cohort' },
      },
    },
    { id: project },
  );
  expect(results).toHaveLength(2);
});

it('counts full days of those who started, enough returns in each, also in brackets', async () => {
  const events = [
    { at: '2020-01-06 20:00:00', who: 'a' },
    ...['2020-01-06 21:00:00', '2020-01-08 21:00:00', '2020-01-08 22:00:00'].map((at) => ({
      at,
      who: 'a',
      event: 'back',
    })),
    { at: '2020-01-07 10:00:00', who: 'b', event: 'back' },
  ];
  const rolling = {
    ...FIVE_DAYS,
    timeWindowMode: '24_hour_windows',
    returningEntity: { id: 'back', type: 'events' },
  };
  const first = async (more: object): Promise<number[] | undefined> =>
    counts(await retention([], { ...rolling, ...more }, UNTIL))[0];
  expect(counts(await retention(events, rolling, UNTIL))[0]).toEqual([1, 0, 1, 0, 0]);
  expect(await first({ minimumOccurrences: 2 })).toEqual([1, 0, 1, 0, 0]);
  expect(await first({ minimumOccurrences: 3 })).toEqual([1, 0, 0, 0, 0]);
  expect(await first({ retentionCustomBrackets: [1, 2] })).toEqual([1, 0, 1]);
});

it('splits by a property: larger rows first, a missing value as empty text', async () => {
  const events = [
    ...['a', 'b'].map((who) => ({ at: '2020-01-06', who, properties: { os: 'mac' } })),
    { at: '2020-01-07', who: 'a', properties: { os: 'mac' } },
    { at: '2020-01-06', who: 'c' },
  ];
  const response = await retention(
    events,
    { totalIntervals: 2 },
    {
      dateRange: { date_to: '2020-01-07' },
      breakdownFilter: { breakdown: 'os', breakdown_type: 'event' },
    },
  );
  expect(response.results.map(({ breakdown_value }) => breakdown_value)).toEqual([
    'mac',
    'mac',
    '',
    '',
  ]);
  expect(counts(response)).toEqual([
    [2, 1],
    [1, 0],
    [1, 0],
    [0, 0],
  ]);
});

it('begins weeks where the project does', async () => {
  const weekly = { totalIntervals: 2, period: 'Week' };
  const dates = async (weekStartDay: number): Promise<string[]> =>
    (await retention([], weekly, UNTIL, { weekStartDay })).results.map(({ date }) => date);
  expect(await dates(0)).toEqual(['2019-12-29T00:00:00Z', '2020-01-05T00:00:00Z']);
  expect(await dates(1)).toEqual(['2019-12-30T00:00:00Z', '2020-01-06T00:00:00Z']);
});

it('has eight rows and columns of page views unless said; how it is shown changes nothing', async () => {
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
  await fixture.world(project, { actions: [action] });
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
  await fixture.events(project, [
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

it('takes all values beyond the limit as one, scales samples, and wants lists of whom it shows', async () => {
  const breakdownFilter = { breakdown: 'os', breakdown_type: 'event', breakdown_limit: 1 };
  const seen = ['mac', 'mac', 'linux', 'windows'].map((os, who) => ({
    at: '2020-01-06',
    who: String(who),
    properties: { os },
  }));
  const day = { dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' } };
  const { results } = await retention(seen, { totalIntervals: 1 }, { ...day, breakdownFilter });
  expect(results.map((row) => [row.breakdown_value, row.values[0]?.count])).toEqual([
    ['mac', 2],
    ['$$_posthog_breakdown_other_$$', 2],
  ]);
  const sample = await retention([], { totalIntervals: 1 }, { ...day, samplingFactor: 0.5 });
  expect(Number(counts(sample)[0]?.[0]) % 2).toBe(0);
  const source = { kind: 'RetentionQuery', retentionFilter: {}, ...day, breakdownFilter };
  await expect(
    fixture.run(
      { kind: 'InsightActorsQuery', source, interval: 0, breakdown: 'mac' },
      { id: project },
    ),
  ).rejects.toMatchObject({ status: 400, attr: 'breakdown' });
});

it('rejects an action that is not there', async () => {
  await expect(retention([], { targetEntity: { id: 77, type: 'actions' } })).rejects.toMatchObject({
    status: 400,
    attr: 'retentionFilter__targetEntity__id',
  });
});

describe('values of a property', () => {
  const paid = (who: string, day: number, amount: unknown): TestEvent => ({
    at: `2020-01-0${day}`,
    who,
    event: 'paid',
    properties: { amount, plan: who === 'c' ? 'free' : 'pro' },
    personProperties: { age: who === 'a' ? 30 : 20 },
  });
  // On the sixth a pays 10 and 5, b pays nothing it could be counted by, c pays 1.
  const PAYMENTS = [
    paid('a', 6, 10),
    paid('a', 6, 5),
    paid('a', 7, 3),
    paid('b', 6, 'much'),
    paid('b', 7, 4.5),
    paid('b', 8, 2),
    paid('c', 6, 1),
    paid('c', 8, 7),
  ];
  const PAID = { id: 'paid', type: 'events' };
  const table = { totalIntervals: 3, targetEntity: PAID, returningEntity: PAID };
  const until = { dateRange: { date_to: '2020-01-08' } };
  const worth = ({ results }: Retention): unknown[][] =>
    results.map(({ values }) =>
      values.map((cell) => (cell as { aggregation_value?: number }).aggregation_value),
    );

  it('are added up in each cell, beside the actors', async () => {
    const sums = await retention(
      PAYMENTS,
      { ...table, aggregationType: 'sum', aggregationProperty: 'amount' },
      until,
    );
    expect(counts(sums)).toEqual([
      [3, 2, 2],
      [2, 1, 0],
      [2, 0, 0],
    ]);
    expect(worth(sums)).toEqual([
      [16, 7.5, 9],
      [7.5, 2, 0],
      [9, 0, 0],
    ]);
  });

  it('are divided by the actors of the cell', async () => {
    const mean = { ...table, aggregationType: 'avg', aggregationProperty: 'amount' };
    expect(worth(await retention(PAYMENTS, mean, until))).toEqual([
      [16 / 3, 3.75, 4.5],
      [3.75, 2, 0],
      [4.5, 0, 0],
    ]);
  });

  it('are merged into brackets, and split by a breakdown', async () => {
    const sums = { ...table, aggregationType: 'sum', aggregationProperty: 'amount' };
    const merged = await retention(PAYMENTS, { ...sums, retentionCustomBrackets: [2] }, until);
    expect(worth(merged)[0]).toEqual([16, 16.5]);
    const split = await retention([], sums, {
      ...until,
      breakdownFilter: { breakdown: 'plan', breakdown_type: 'event' },
    });
    expect(split.results.map(({ breakdown_value: value }) => value)).toEqual([
      ...Array.from({ length: 3 }, () => 'pro'),
      ...Array.from({ length: 3 }, () => 'free'),
    ]);
    expect(worth(split)[0]).toEqual([15, 7.5, 2]);
    expect(worth(split)[3]).toEqual([1, 0, 7]);
  });

  it('are of returns after the target in the first column, too, where these are other events', async () => {
    const at = (event: string, clock: string, amount?: number): TestEvent => ({
      at: `2020-01-06 ${clock}:00:00`,
      who: 'a',
      event,
      properties: { amount },
    });
    const bought = { id: 'bought', type: 'events' };
    const sums = await retention(
      [at('bought', '08', 100), at('joined', '10'), at('bought', '12', 7)],
      {
        totalIntervals: 2,
        targetEntity: { id: 'joined', type: 'events' },
        returningEntity: bought,
        aggregationType: 'sum',
        aggregationProperty: 'amount',
      },
      { dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' } },
    );
    expect(worth(sums)).toEqual([[7, 0]]);
  });

  it('can be of persons; without a property cells only count', async () => {
    const ages = {
      ...table,
      aggregationType: 'avg',
      aggregationProperty: 'age',
      aggregationPropertyType: 'person',
    };
    expect(worth(await retention(PAYMENTS, ages, until))[0]?.[2]).toBe(20);
    const nothing = await retention([], { ...table, aggregationType: 'sum' }, until);
    expect(worth(nothing)[0]).toEqual([undefined, undefined, undefined]);
  });

  it('are rejected where their cells are unknown', async () => {
    const sums = { ...table, aggregationType: 'sum', aggregationProperty: 'amount' };
    for (const more of [{ timeWindowMode: '24_hour_windows' }, { cumulative: true }]) {
      await expect(retention([], { ...sums, ...more })).rejects.toMatchObject({
        status: 400,
        attr: 'retentionFilter__aggregationType',
      });
    }
  });
});
