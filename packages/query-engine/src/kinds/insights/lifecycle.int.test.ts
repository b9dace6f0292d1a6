import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';

interface Lifecycle {
  readonly results: {
    readonly status: string;
    readonly data: number[];
    readonly days: string[];
    readonly label: string;
    readonly action: Record<string, unknown>;
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

const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };

async function lifecycle(
  events: readonly TestEvent[],
  query: Record<string, unknown>,
  options: Record<string, unknown> = {},
): Promise<Lifecycle> {
  await fixture.events(project, events);
  return fixture.run<Lifecycle>(
    { kind: 'LifecycleQuery', series: [PAGEVIEW], ...query },
    { id: project, ...options },
  );
}

const byStatus = ({ results }: Lifecycle): Record<string, number[]> =>
  Object.fromEntries(results.map(({ status, data }) => [status, data]));

/** p1 was known before the range; its creation is its first event. */
const ACTIVITY: readonly TestEvent[] = [
  ...[
    '2020-01-04',
    '2020-01-11',
    '2020-01-12',
    '2020-01-13',
    '2020-01-15',
    '2020-01-17',
    '2020-01-19',
  ].map((at) => ({ at, who: 'p1' })),
  ...['2020-01-09', '2020-01-12'].map((at) => ({ at, who: 'p2' })),
  { at: '2020-01-12', who: 'p3' },
  { at: '2020-01-15', who: 'p4' },
];
const RANGE = { date_from: '2020-01-09', date_to: '2020-01-19' };

it('returns new, returning, resurrecting and dormant actors by day', async () => {
  const response = await lifecycle(ACTIVITY, { dateRange: RANGE });
  expect(byStatus(response)).toEqual({
    new: [1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
    returning: [0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0],
    resurrecting: [0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1],
    dormant: [0, -1, 0, 0, -2, -1, 0, -2, 0, -1, 0],
  });
  expect(response.results.map(({ label }) => label)).toEqual([
    '$pageview - new',
    '$pageview - returning',
    '$pageview - resurrecting',
    '$pageview - dormant',
  ]);
  expect(response.results[0]).toMatchObject({
    action: { id: '$pageview', name: '$pageview', type: 'events', order: 0, math: 'total' },
  });
  expect(response.results[0]?.days[0]).toBe('2020-01-09');
});

it('counts by week from the first day of the project', async () => {
  const events = [
    { at: '2020-02-02', who: 'a' },
    { at: '2020-02-09', who: 'a' },
    { at: '2020-02-10', who: 'b' },
  ];
  const dateRange = { date_from: '2020-02-03', date_to: '2020-02-16' };
  const sunday = await lifecycle(events, { dateRange, interval: 'week' });
  expect(sunday.results[0]?.days).toEqual(['2020-02-02', '2020-02-09', '2020-02-16']);
  expect(byStatus(sunday)).toEqual({
    new: [1, 1, 0],
    returning: [0, 1, 0],
    resurrecting: [0, 0, 0],
    dormant: [0, 0, -2],
  });
  const monday = await lifecycle([], { dateRange, interval: 'week' }, { weekStartDay: 1 });
  expect(byStatus(monday)).toEqual({
    new: [0, 1],
    returning: [1, 0],
    resurrecting: [0, 0],
    dormant: [0, -1],
  });
});

it('counts months, groups and actions, without test accounts', async () => {
  const steps = [{ event: 'paid', properties: [] }];
  await fixture.world(project, {
    groups: { org: {} },
    groupsCreatedAt: '2020-02-03 10:00:00',
    actions: [{ id: 5, name: 'bought', steps }],
  });
  const own = { personProperties: { email: 'a@own.com' } };
  const events: TestEvent[] = [
    { at: '2020-01-31', who: 'a', event: 'paid', ...own },
    { at: '2020-02-10', who: 'a', event: 'paid', group0: 'org', ...own },
    { at: '2020-02-10', who: 'b', event: 'paid', group0: 'org' },
    { at: '2020-02-11', who: 'c', event: 'other' },
  ];
  const monthly = {
    interval: 'month',
    dateRange: { date_from: '2020-02-01', date_to: '2020-03-31' },
    series: [{ kind: 'ActionsNode', id: 5 }, PAGEVIEW],
  };
  const people = await lifecycle(events, monthly);
  expect(byStatus(people)).toEqual({
    new: [1, 0],
    returning: [1, 0],
    resurrecting: [0, 0],
    dormant: [0, -2],
  });
  expect(people.results[0]).toMatchObject({
    label: 'bought - new',
    action: { id: '5', name: 'bought', type: 'actions', order: 0, math: 'total' },
  });
  const groups = await lifecycle([], { ...monthly, aggregation_group_type_index: 0 });
  expect(byStatus(groups)).toMatchObject({ new: [1, 0], returning: [0, 0], dormant: [0, -1] });
  const others = await lifecycle(
    [],
    { ...monthly, filterTestAccounts: true },
    {
      testAccountFilters: [
        { key: 'email', type: 'person', operator: 'not_icontains', value: 'own.com' },
      ],
    },
  );
  expect(byStatus(others)).toMatchObject({ new: [1, 0], returning: [0, 0], dormant: [0, -1] });
  const nobody = await lifecycle([], { ...monthly, samplingFactor: 0 });
  expect(byStatus(nobody)).toMatchObject({ new: [0, 0], dormant: [0, 0] });
});

it('returns times of day for hours only, and the first series by its name', async () => {
  const dateRange = { date_from: '2020-01-11T13:00:00', date_to: '2020-01-11T14:00:00' };
  const hours = await lifecycle([], {
    interval: 'hour',
    dateRange,
    series: [{ kind: 'EventsNode', event: null, custom_name: 'anything' }, PAGEVIEW],
    lifecycleFilter: { toggledLifecycles: ['new'], stacked: false, showLegend: true },
  });
  expect(hours.results).toHaveLength(4);
  expect(hours.results[1]).toMatchObject({
    days: ['2020-01-11 13:00:00', '2020-01-11 14:00:00'],
    labels: ['11-Jan 13:00', '11-Jan 14:00'],
    label: 'All events - returning',
    action: { id: null, custom_name: 'anything' },
  });
  const minutes = await lifecycle([], { interval: 'minute', dateRange });
  expect(minutes.results[0]?.days[0]).toBe('2020-01-11');
  expect(minutes.results[0]?.action).not.toHaveProperty('custom_name');
});

it('leaves events without a person out', async () => {
  const response = await lifecycle(
    [
      { at: '2020-01-10', who: 'a', properties: { $process_person_profile: false } },
      { at: '2020-01-10', who: 'b', properties: { $process_person_profile: true } },
    ],
    { dateRange: { date_from: '2020-01-10', date_to: '2020-01-10' } },
  );
  expect(byStatus(response)['new']).toEqual([1]);
});

it('rejects a query without series, and an action that is not there', async () => {
  await expect(lifecycle([], { series: [] })).rejects.toThrow(
    'Lifecycle insights require at least one series.',
  );
  await expect(lifecycle([], { series: [{ kind: 'ActionsNode', id: 987 }] })).rejects.toMatchObject(
    { status: 400, message: 'Action ID 987 does not exist!' },
  );
});

it('counts local days, also over a change of clocks', async () => {
  // Clocks are set forward in Berlin on 29 March: the day has 23 hours.
  const response = await lifecycle(
    [
      { at: '2020-03-27 23:30:00', who: 'p1' },
      { at: '2020-03-28 23:30:00', who: 'p1' },
      { at: '2020-03-29 22:30:00', who: 'p1' },
    ],
    { dateRange: { date_from: '2020-03-28', date_to: '2020-03-31' } },
    { timezone: 'Europe/Berlin' },
  );
  expect(byStatus(response)).toEqual({
    new: [1, 0, 0, 0],
    returning: [0, 1, 1, 0],
    resurrecting: [0, 0, 0, 0],
    dormant: [0, 0, 0, -1],
  });
});

it('finds the next day where a day begins at one because clocks skip midnight', async () => {
  const response = await lifecycle(
    ['2020-09-05', '2020-09-06', '2020-09-07'].map((at) => ({ at, who: 'a' })),
    { dateRange: { date_from: '2020-09-05', date_to: '2020-09-08' } },
    { timezone: 'America/Santiago', now: '2020-09-20T12:00:00Z' },
  );
  expect(byStatus(response)).toEqual({
    new: [1, 0, 0, 0],
    returning: [0, 1, 1, 0],
    resurrecting: [0, 0, 0, 0],
    dormant: [0, 0, 0, -1],
  });
});

it('finds the next hour after a day that clocks made longer by half an hour', async () => {
  const response = await lifecycle(
    ['07 13:10', '07 13:40', '07 14:40'].map((time) => ({ at: `2019-04-${time}:00`, who: 'a' })),
    {
      interval: 'hour',
      dateRange: { date_from: '2019-04-07T23:30:00', date_to: '2019-04-08T02:00:00' },
    },
    { timezone: 'Australia/Lord_Howe' },
  );
  expect(byStatus(response)).toEqual({
    new: [1, 0, 0, 0],
    returning: [0, 1, 1, 0],
    resurrecting: [0, 0, 0, 0],
    dormant: [0, 0, 0, -1],
  });
});

it('returns seconds, quarters and years apart', async () => {
  const timestamps = ['2019-02-01 10:00:00', '2019-05-01 10:00:00', '2020-01-05 10:00:00'];
  const events = timestamps.map((at) => ({ at, who: 'a' }));
  const dateRange = { date_from: '2019-01-01', date_to: '2020-01-10' };
  const quarters = await lifecycle(events, { interval: 'quarter', dateRange });
  expect(byStatus(quarters)).toEqual({
    new: [1, 0, 0, 0, 0],
    returning: [0, 1, 0, 0, 0],
    resurrecting: [0, 0, 0, 0, 1],
    dormant: [0, 0, -1, 0, 0],
  });
  const years = await lifecycle([], { interval: 'year', dateRange });
  expect(byStatus(years)).toMatchObject({ new: [1, 0], returning: [0, 1] });
  const ends = { date_from: '2019-02-01T10:00:00', date_to: '2019-02-01T10:00:01' };
  const seconds = await lifecycle([], { interval: 'second', dateRange: ends });
  expect(byStatus(seconds)).toMatchObject({ new: [1, 0], dormant: [0, -1] });
});

it('uses the current creation time of a person, not that of older rows', async () => {
  const person = (who: string, created_at: string, version: number, is_deleted = false) => ({
    ...{ id: personId(who), team_id: project, created_at, version, is_deleted },
    is_identified: false,
  });
  await fixture.clickhouse.insertJsonEachRow('person', [
    // p2 had an event before the range that arrived after the others; p4 was merged with an older person.
    person('p2', '2020-01-09 12:00:00', 0),
    person('p2', '2020-01-02 12:00:00', 1),
    person('p3', '2020-01-12 12:00:00', 0),
    person('p4', '2019-12-01 00:00:00', 3),
    // p5 was deleted: its row contains no creation time any more.
    person('p5', '1970-01-01 00:00:00', 100, true),
  ]);
  const events = [...ACTIVITY, { at: '2020-01-15', who: 'p5' }];
  const response = await lifecycle(events, { dateRange: RANGE });
  expect(byStatus(response)).toMatchObject({
    new: [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
    resurrecting: [1, 0, 1, 1, 0, 0, 2, 0, 1, 0, 1],
  });
  const people = await fixture.run<{ results: unknown[] }>(
    {
      kind: 'ActorsQuery',
      select: ['actor_id'],
      source: {
        kind: 'InsightActorsQuery',
        source: { kind: 'LifecycleQuery', series: [PAGEVIEW], dateRange: RANGE },
        day: '2020-01-15',
        status: 'new',
      },
    },
    { id: project },
  );
  expect(people.results).toHaveLength(1);
});

it('counts every interval of a long range', async () => {
  // One person, active in every second minute: more rows of status and interval than a query may return.
  const at = (index: number) => new Date(Date.UTC(2020, 0, 2) + index * 120_000).toISOString();
  const events = Array.from({ length: 5_010 }, (_, index) => ({ at: at(index), who: 'p1' }));
  const dateRange = { date_from: '2020-01-02', date_to: '2020-01-09' };
  const counts = byStatus(await lifecycle(events, { interval: 'minute', dateRange }));
  const sums = Object.values(counts).map((data) => data.reduce((sum, one) => sum + one, 0));
  expect(sums).toEqual([1, 0, 5_009, -5_010]);
});
