import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

interface Stickiness {
  readonly results: {
    readonly data: number[];
    readonly days: number[];
    readonly labels: string[];
    readonly count: number;
    readonly label: string;
    readonly compare_label?: string;
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
const RANGE = { date_from: '2020-01-11', date_to: '2020-01-20' };

async function stickiness(
  events: readonly TestEvent[],
  query: Record<string, unknown> = {},
): Promise<Stickiness> {
  await fixture.events(project, events);
  return fixture.run<Stickiness>(
    { kind: 'StickinessQuery', series: [PAGEVIEW], dateRange: RANGE, ...query },
    { id: project },
  );
}

/** p1 on five days, twice on one of them; p2 on nine. */
const ACTIVITY: readonly TestEvent[] = [
  ...[11, 12, 13, 15, 17, 17].map((day) => ({ at: `2020-01-${day}`, who: 'p1', group0: 'org' })),
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19].map((day) => ({ at: `2020-01-${day}`, who: 'p2' })),
];

it('counts actors by the number of days they were active', async () => {
  const { results } = await stickiness(ACTIVITY);
  expect(results).toMatchObject([
    {
      data: [0, 0, 0, 0, 1, 0, 0, 0, 1, 0],
      days: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      count: 2,
      label: '$pageview',
      action: { order: 0, type: 'events', name: '$pageview', id: '$pageview', custom_name: null },
    },
  ]);
  expect(results[0]?.labels.slice(0, 2)).toEqual(['1 day', '2 days']);
});

it.each([
  ['hour', 2, '2020-01-11T10:00:00', '2020-01-11T15:00:00', ['1 hour', '2 hours', '3 hours']],
  ['week', 1, '2020-01-12', '2020-01-20', ['1 week', '2 weeks']],
  ['month', 2, '2020-01-11', '2020-03-20', ['1 month', '2 months']],
])(
  'calls %ss what they are, %i at once, too',
  async (interval, intervalCount, from, to, labels) => {
    const { results } = await stickiness([], {
      interval,
      intervalCount,
      dateRange: { date_from: from, date_to: to },
      series: [{ kind: 'EventsNode', event: null, custom_name: 'anything' }],
      stickinessFilter: { display: 'ActionsBar', showLegend: true, hiddenLegendIndexes: [0] },
    });
    expect(results).toMatchObject([
      { labels, label: 'All events', action: { id: null, custom_name: 'anything' } },
    ]);
  },
);

it('counts actions, and without test accounts', async () => {
  const steps = [{ event: '$pageview', properties: [] }];
  await fixture.world(project, { actions: [{ id: 5, name: 'looked', steps }] });
  await fixture.events(
    project,
    ACTIVITY.map((event) => ({ ...event, personProperties: { email: `${event.who}@own.com` } })),
  );
  const { results } = await fixture.run<Stickiness>(
    {
      kind: 'StickinessQuery',
      series: [{ kind: 'ActionsNode', id: 5 }],
      dateRange: RANGE,
      filterTestAccounts: true,
    },
    {
      id: project,
      testAccountFilters: [
        { key: 'email', type: 'person', operator: 'is_not', value: 'p2@own.com' },
      ],
    },
  );
  expect(results).toMatchObject([
    { label: 'looked', count: 1, data: [0, 0, 0, 0, 1, 0, 0, 0, 0, 0] },
  ]);
});

it('adds up in cumulative mode; the count stays', async () => {
  const { results } = await stickiness(ACTIVITY, {
    stickinessFilter: { computedAs: 'cumulative' },
  });
  expect(results).toMatchObject([{ data: [2, 2, 2, 2, 2, 1, 1, 1, 1, 0], count: 2 }]);
  expect(results[0]?.labels[2]).toBe('3 days or more');
});

it('combines several intervals, counted back from the end', async () => {
  const { results } = await stickiness(ACTIVITY, { intervalCount: 2 });
  // p1: 11-12, 13-14, 15-16, 17-18; p2 all five.
  expect(results).toMatchObject([{ data: [0, 0, 0, 1, 1], days: [1, 2, 3, 4, 5] }]);
});

it('counts weeks back from the last day if the query merges intervals', async () => {
  const week = { interval: 'week', dateRange: { date_from: '2020-01-12', date_to: '2020-01-22' } };
  const events = [
    { at: '2020-01-15', who: 'a' },
    { at: '2020-01-18', who: 'a' },
  ];
  expect((await stickiness(events, week)).results[0]?.data).toEqual([1, 0]);
  project += 1;
  const counted = await stickiness(events, { ...week, intervalCount: 1 });
  expect(counted.results[0]?.data).toEqual([0, 1]);
});

it.each<[Record<string, unknown>, string, string]>([
  [
    { stickinessFilter: { stickinessCriteria: { operator: 'gte', value: -1 } } },
    'Stickiness criteria value must be non-negative.',
    'stickiness_criteria_negative',
  ],
  [
    { stickinessFilter: { stickinessCriteria: { operator: 'lte', value: 0 } } },
    'Stickiness criteria with operator exact or lte must use a value greater than 0.',
    'stickiness_criteria_zero_incompatible',
  ],
  [
    { intervalCount: 0 },
    'intervalCount must be a positive integer.',
    'stickiness_interval_count_non_positive',
  ],
  [
    { intervalCount: 366 },
    'intervalCount cannot exceed 365.',
    'stickiness_interval_count_too_large',
  ],
])('rejects %j', async (query, message, code) => {
  await expect(stickiness([], query)).rejects.toMatchObject({ status: 400, message, code });
});

it.each([
  [{ operator: 'gte', value: 2 }, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  [{ operator: 'lte', value: 1 }, [0, 0, 0, 1, 0, 0, 0, 0, 1, 0]],
  [{ operator: 'exact', value: 2 }, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
])('counts only days with enough events: %j', async (stickinessCriteria, expected) => {
  const { results } = await stickiness(ACTIVITY, { stickinessFilter: { stickinessCriteria } });
  expect(results[0]?.data).toEqual(expected);
});

it('counts groups, and values of an expression', async () => {
  const { results } = await stickiness(ACTIVITY, {
    series: [
      { ...PAGEVIEW, math: 'unique_group', math_group_type_index: 0 },
      { ...PAGEVIEW, math: 'hogql', math_hogql: 'distinct_id' },
    ],
  });
  expect(results.map(({ data }) => data)).toEqual([
    [0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 0, 0, 0, 1, 0],
  ]);
});

it('leaves out events whose expression has no actor', async () => {
  const events = [{ plan: 'pro' }, { plan: '' }, {}].map((properties) => ({
    at: '2020-01-12',
    who: 'a',
    properties,
  }));
  project += 1;
  await fixture.events(project, events);
  const { results } = await fixture.run<{ results: { count: number }[] }>(
    {
      kind: 'StickinessQuery',
      series: [{ kind: 'EventsNode', event: null, math: 'hogql', math_hogql: 'properties.plan' }],
      dateRange: { date_from: '2020-01-12', date_to: '2020-01-12' },
    },
    { id: project },
  );
  expect(results[0]?.count).toBe(1);
});

it('compares with the period before, series by series', async () => {
  const { results } = await stickiness(ACTIVITY, {
    series: [PAGEVIEW, { kind: 'EventsNode', event: 'nothing' }],
    dateRange: { date_from: '2020-01-16', date_to: '2020-01-20' },
    compareFilter: { compare: true },
  });
  expect(results.map(({ compare_label, data }) => [compare_label, data])).toEqual([
    ['current', [1, 0, 0, 1, 0]],
    ['previous', [0, 0, 0, 1, 1]],
    ['current', [0, 0, 0, 0, 0]],
    ['previous', [0, 0, 0, 0, 0]],
  ]);
});
