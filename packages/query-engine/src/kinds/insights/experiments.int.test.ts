import type { ExperimentForQuery } from '@tidemark/contracts';
import type { InsightFixture, TestEvent, TestWorld } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

const EXPERIMENT: ExperimentForQuery = {
  id: 5,
  featureFlagKey: 'offer',
  variants: [
    { key: 'control', rolloutPercentage: 50 },
    { key: 'test', rolloutPercentage: 50 },
  ],
  aggregationGroupTypeIndex: null,
  startDate: new Date('2020-01-05T00:00:00Z'),
  endDate: new Date('2020-01-15T00:00:00Z'),
  exposureCriteria: null,
  statsConfig: null,
  holdoutId: null,
  onlyCountMaturedUsers: false,
};

async function given(
  events: readonly TestEvent[],
  changes: Partial<ExperimentForQuery> = {},
  world: TestWorld = {},
): Promise<void> {
  await fixture.events(project, events);
  // Another project's events are no part of it.
  await fixture.events(project + 1_000, events);
  await fixture.world(project, { ...world, experiments: [{ ...EXPERIMENT, ...changes }] });
}

interface Variant {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number;
  readonly sum_squares: number;
  readonly step_counts: readonly number[] | null;
  readonly validation_failures: readonly string[];
}

interface Response {
  readonly baseline: Variant;
  readonly variant_results: readonly Variant[];
  readonly breakdown_results:
    | readonly {
        readonly breakdown_value: readonly string[];
        readonly baseline: Variant;
        readonly variants: readonly Variant[];
      }[]
    | null;
}

function ask(metric: object, more: object = {}): Promise<Response> {
  return fixture.run<Response>(
    { kind: 'ExperimentQuery', experiment_id: 5, metric: { kind: 'ExperimentMetric', ...metric } },
    { id: project, ...more },
  );
}

/** Samples, sum and sum of squares of all variants, by their keys. */
function sumsOf(variants: readonly Variant[]): object {
  return Object.fromEntries(
    variants.map(({ key, number_of_samples, sum, sum_squares }) => [
      key,
      [number_of_samples, sum, sum_squares],
    ]),
  );
}

async function sums(metric: object, more: object = {}): Promise<object> {
  const { baseline, variant_results } = await ask(metric, more);
  return sumsOf([baseline, ...variant_results]);
}

function exposed(who: string, at: string, variant = 'control', more: object = {}): TestEvent {
  const properties = { $feature_flag: 'offer', $feature_flag_response: variant, ...more };
  return { event: '$feature_flag_called', who, at, properties };
}

function bought(who: string, at: string, amount?: number): TestEvent {
  return { event: 'buy', who, at, properties: { amount } };
}

const BUY = { kind: 'EventsNode', event: 'buy' };
const REVENUE = { ...BUY, math: 'sum', math_property: 'amount' };
const MEAN = { metric_type: 'mean', source: REVENUE };

/** Events of five people: a and b have one variant each, c buys nothing, d has both variants, e has none. */
const EVENTS: TestEvent[] = [
  exposed('a', '2020-01-06 10:00:00'),
  bought('a', '2020-01-06 09:00:00', 100),
  bought('a', '2020-01-06 11:00:00', 10),
  bought('a', '2020-01-08 11:00:00', 5),
  exposed('b', '2020-01-07 10:00:00', 'test'),
  bought('b', '2020-01-07 10:00:00', 7),
  bought('b', '2020-01-16 10:00:00', 70),
  exposed('c', '2020-01-07 10:00:00', 'test'),
  exposed('d', '2020-01-07 10:00:00', 'test'),
  exposed('d', '2020-01-08 10:00:00', 'control'),
  bought('d', '2020-01-09 10:00:00', 20),
  bought('e', '2020-01-09 10:00:00', 30),
];

it.each([
  [undefined, { control: [1, 2, 4], test: [2, 1, 1] }],
  ['sum', { control: [1, 15, 225], test: [2, 7, 49] }],
  ['avg', { control: [1, 7.5, 56.25], test: [2, 7, 49] }],
  ['min', { control: [1, 5, 25], test: [2, 7, 49] }],
  ['max', { control: [1, 10, 100], test: [2, 7, 49] }],
  ['dau', { control: [1, 1, 1], test: [2, 1, 1] }],
])('adds up the math %s of units', async (math, expected) => {
  await given(EVENTS);
  expect(await sums({ metric_type: 'mean', source: { ...REVENUE, math } })).toEqual(expected);
});

it('gives units with several variants the first one', async () => {
  await given(EVENTS, { exposureCriteria: { multiple_variant_handling: 'first_seen' } });
  expect(await sums(MEAN)).toEqual({ control: [1, 15, 225], test: [3, 27, 449] });
});

it('ends with the window of the metric, which may end after the experiment', async () => {
  await given(EVENTS);
  const inDays = (days: number) => ({ conversion_window: days, conversion_window_unit: 'day' });
  expect(await sums({ ...MEAN, ...inDays(1) })).toEqual({
    control: [1, 10, 100],
    test: [2, 7, 49],
  });
  expect(await sums({ ...MEAN, ...inDays(20) })).toMatchObject({ test: [2, 77, 5929] });
});

it('counts until now while the experiment runs', async () => {
  await given(EVENTS, { endDate: null });
  expect(await sums(MEAN)).toMatchObject({ test: [2, 77, 5929] });
  const now = '2020-01-07T09:00:00Z';
  expect(await sums(MEAN, { now })).toEqual({ control: [1, 10, 100], test: [0, 0, 0] });
});

it('has no participants before it starts', async () => {
  await given(EVENTS, { startDate: null });
  expect(await ask(MEAN)).toMatchObject({
    baseline: {
      key: 'control',
      number_of_samples: 0,
      validation_failures: ['not-enough-exposures', 'baseline-mean-is-zero'],
    },
    variant_results: [{ key: 'test', number_of_samples: 0 }],
  });
});

it('shows variants without participants last, and ignores variants that the flag does not have', async () => {
  const variants = ['control', 'a', 'b'].map((key) => ({ key, rolloutPercentage: 30 }));
  const events = [exposed('a', '2020-01-06', 'b'), exposed('b', '2020-01-06', 'holdout-3')];
  await given(events, { variants, holdoutId: 3 });
  const { baseline, variant_results } = await ask(MEAN);
  expect([baseline.number_of_samples, ...variant_results.map(({ key }) => key)]).toEqual([
    0,
    'b',
    'a',
  ]);
});

it('compares with another baseline where one is set', async () => {
  await given(EVENTS, { statsConfig: { baseline_variant_key: 'test' } });
  expect(await ask(MEAN)).toMatchObject({
    baseline: { key: 'test' },
    variant_results: [{ key: 'control' }],
  });
  await fixture.world(project, {
    experiments: [{ ...EXPERIMENT, statsConfig: { baseline_variant_key: 'none' } }],
  });
  await expect(ask(MEAN)).rejects.toMatchObject({ status: 400 });
});

it('keeps test accounts from being exposed, not from counting', async () => {
  const events = [
    exposed('a', '2020-01-06', 'control', { host: 'localhost' }),
    exposed('b', '2020-01-06', 'control', { host: 'x.com' }),
    { ...bought('b', '2020-01-07', 1), properties: { amount: 1, host: 'localhost' } },
  ];
  const testAccountFilters = [
    { key: 'host', type: 'event', operator: 'is_not', value: 'localhost' },
  ];
  await given(events);
  expect(await sums(MEAN, { testAccountFilters })).toMatchObject({ control: [1, 1, 1] });
  await fixture.world(project, {
    experiments: [{ ...EXPERIMENT, exposureCriteria: { filterTestAccounts: false } }],
  });
  expect(await sums(MEAN, { testAccountFilters })).toMatchObject({ control: [2, 1, 1] });
});

it('takes actions as exposures and as sources', async () => {
  const actions = [
    { id: 21, name: 'seen', steps: [{ event: 'seen' }] },
    { id: 22, name: 'bought', steps: [{ event: 'buy' }] },
  ];
  const seen = {
    event: 'seen',
    who: 'a',
    at: '2020-01-06',
    properties: { '$feature/offer': 'test' },
  };
  await given(
    [seen, bought('a', '2020-01-07', 4)],
    { exposureCriteria: { exposure_config: { kind: 'ActionsNode', id: 21 } } },
    { actions },
  );
  const source = { kind: 'ActionsNode', id: 22, math: 'sum', math_property: 'amount' };
  expect(await sums({ metric_type: 'mean', source })).toMatchObject({ test: [1, 4, 16] });
  const missing = { ...source, id: 99 };
  expect(await sums({ metric_type: 'mean', source: missing })).toMatchObject({ test: [1, 0, 0] });
});

it('counts groups', async () => {
  const of = (event: TestEvent, group0: string): TestEvent => ({ ...event, group0 });
  await given(
    [
      of(exposed('a', '2020-01-06', 'test'), 'org1'),
      of(exposed('b', '2020-01-07', 'test'), 'org1'),
      of(bought('c', '2020-01-08', 3), 'org1'),
      exposed('d', '2020-01-08', 'test'),
    ],
    { aggregationGroupTypeIndex: 0 },
  );
  expect(await sums(MEAN)).toMatchObject({ test: [1, 3, 9] });
});

it('draws in what is far out, and applies thresholds', async () => {
  await given(
    'a b c d e f g h i j'.split(' ').flatMap((who, at) => [
      exposed(who, '2020-01-06 10:00:00', at % 2 === 0 ? 'control' : 'test', {
        os: at < 8 ? 'X' : 'Y',
      }),
      ...(at < 2 ? [] : [bought(who, '2020-01-07', at * at)]),
    ]),
  );
  // The values of the control are 0, 4, 16, 36, 64, those of the test variant 0, 9, 25, 49, 81.
  const sumOf = async (more: object): Promise<unknown> => {
    const { baseline, variant_results } = await ask({ ...MEAN, ...more });
    return [baseline, ...variant_results].map(({ sum }) => sum);
  };
  const upper = { upper_bound_percentile: 0.5 };
  expect(await sumOf(upper)).toEqual([0 + 4 + 16 + 25 + 25, 0 + 9 + 25 + 25 + 25]);
  expect(await sumOf({ ...upper, ignore_zeros: true })).toEqual([
    0 + 4 + 16 + 36 + 36,
    0 + 9 + 25 + 36 + 36,
  ]);
  expect(await sumOf({ lower_bound_percentile: 0.3 })).toEqual([
    9 + 9 + 16 + 36 + 64,
    9 + 9 + 25 + 49 + 81,
  ]);
  expect(await sums({ ...MEAN, threshold: 16 })).toEqual({ control: [5, 3, 3], test: [5, 3, 3] });
  // The first eight and the last two are expected.
  const breakdownFilter = { breakdowns: [{ property: 'os', type: 'event' }] };
  expect(await sumOf({ ...upper, breakdownFilter })).toEqual([
    0 + 4 + 16 + 16 + 64,
    0 + 9 + 16 + 16 + 81,
  ]);
  const nobody = { ...BUY, event: 'never' };
  const none = { source: nobody, ...upper, ignore_zeros: true };
  expect(await sumOf(none)).toEqual([0, 0]);
});

it('counts how many came to each step of a funnel, in order or in any', async () => {
  const two = (who: string, at: string): TestEvent => ({ event: 'two', who, at });
  await given([
    two('a', '2020-01-06 09:00:00'),
    exposed('a', '2020-01-06 10:00:00', 'test'),
    bought('a', '2020-01-06 11:00:00'),
    two('a', '2020-01-06 12:00:00'),
    exposed('b', '2020-01-06 10:00:00', 'test'),
    two('b', '2020-01-06 11:00:00'),
    bought('b', '2020-01-06 12:00:00'),
    exposed('c', '2020-01-06 10:00:00', 'test'),
    two('d', '2020-01-06 10:00:00'),
  ]);
  const series = [BUY, { kind: 'EventsNode', event: 'two' }];
  const stepsOf = async (more: object): Promise<unknown> => {
    const { variant_results } = await ask({ metric_type: 'funnel', series, ...more });
    return variant_results.map((one) => [
      one.number_of_samples,
      one.sum,
      one.sum_squares,
      one.step_counts,
    ]);
  };
  expect(await stepsOf({})).toEqual([[3, 1, 1, [2, 1]]]);
  expect(await stepsOf({ funnel_order_type: 'unordered' })).toEqual([[3, 2, 2, [2, 2]]]);
  const window = { conversion_window: 90, conversion_window_unit: 'minute' };
  expect(await stepsOf(window)).toEqual([[3, 0, 0, [1, 0]]]);
});

it('counts who comes back within the window after a start', async () => {
  await given([
    ...EVENTS,
    bought('c', '2020-01-08 23:00:00'),
    bought('c', '2020-01-09 01:00:00'),
    bought('c', '2020-01-13 01:00:00'),
  ]);
  const metric = { metric_type: 'retention', start_event: BUY, completion_event: BUY };
  const inWindow = (from: number, to: number, unit: string, start_handling = 'first_seen') =>
    ask({
      ...metric,
      start_handling,
      retention_window_start: from,
      retention_window_end: to,
      retention_window_unit: unit,
    });
  const { baseline, variant_results } = await inWindow(1, 2, 'day');
  expect(baseline).toMatchObject({
    ...{ number_of_samples: 1, sum: 1, sum_squares: 1 },
    ...{ denominator_sum: 1, denominator_sum_squares: 1, numerator_denominator_sum_product: 1 },
  });
  // Two hours later, and on the next day.
  expect(sumsOf(variant_results)).toEqual({ test: [2, 1, 1] });
  expect(sumsOf((await inWindow(0, 0, 'day')).variant_results)).toEqual({ test: [2, 0, 0] });
  expect(sumsOf((await inWindow(2, 2, 'hour')).variant_results)).toEqual({ test: [2, 1, 1] });
  expect(sumsOf((await inWindow(3, 9, 'hour')).variant_results)).toEqual({ test: [2, 0, 0] });
  expect(sumsOf((await inWindow(0, 1, 'week')).variant_results)).toEqual({ test: [2, 1, 1] });
  expect(sumsOf((await inWindow(0, 1, 'month')).variant_results)).toEqual({ test: [2, 2, 2] });
  expect(sumsOf((await inWindow(0, 9, 'day', 'last_seen')).variant_results)).toEqual({
    test: [2, 1, 1],
  });
});

it('splits results by the values of the first exposure', async () => {
  await given([
    exposed('a', '2020-01-06', 'test', { browser: 'B', os: 'X' }),
    exposed('a', '2020-01-07', 'test', { browser: 'C', os: 'X' }),
    bought('a', '2020-01-08', 2),
    exposed('b', '2020-01-06', 'control', { browser: 'A', os: 'X' }),
    exposed('c', '2020-01-06', 'control'),
  ]);
  const breakdowns = ['browser', 'os'].map((property) => ({ property, type: 'event' }));
  const response = await ask({ ...MEAN, breakdownFilter: { breakdowns } });
  const NONE = '$$_posthog_breakdown_null_$$';
  expect(
    response.breakdown_results?.map(({ breakdown_value, baseline, variants }) => [
      breakdown_value,
      sumsOf([baseline, ...variants]),
    ]),
  ).toEqual([
    [[NONE, NONE], { control: [1, 0, 0], test: [0, 0, 0] }],
    [['A', 'X'], { control: [1, 0, 0], test: [0, 0, 0] }],
    [['B', 'X'], { control: [0, 0, 0], test: [1, 2, 4] }],
  ]);
  expect(sumsOf([response.baseline, ...response.variant_results])).toEqual({
    ...{ control: [2, 0, 0], test: [1, 2, 4] },
  });
});

it('waits for windows that have not ended, where only those are to count', async () => {
  await given(EVENTS, { onlyCountMaturedUsers: true });
  const window = { conversion_window: 12, conversion_window_unit: 'day' };
  const now = '2020-01-18T11:00:00Z';
  expect(await sums({ ...MEAN, ...window }, { now })).toEqual({
    control: [1, 15, 225],
    test: [0, 0, 0],
  });
  expect(await sums({ metric_type: 'funnel', series: [BUY], ...window }, { now })).toEqual({
    ...{ control: [1, 1, 1], test: [0, 0, 0] },
  });
  expect(await sums(MEAN, { now })).toMatchObject({ test: [2, 7, 49] });
});

it.each([
  [{ ...MEAN, source: { ...BUY, math: 'p90' } }, 'metric__source__math'],
  [
    { ...MEAN, conversion_window: 2_000, conversion_window_unit: 'month' },
    'metric__conversion_window',
  ],
  [
    { ...MEAN, source: { ...BUY, math: 'hogql', math_hogql: 'sum(' } },
    'metric__source__math_hogql',
  ],
  [
    { ...MEAN, source: { ...BUY, math: 'hogql', math_hogql: 'count() / 2' } },
    'metric__source__math_hogql',
  ],
  [
    { ...MEAN, source: { ...BUY, math: 'sum', math_property: '$session_duration' } },
    'metric__source__math_property',
  ],
  [{ ...MEAN, source: { ...BUY, math: 'unique_group' } }, 'metric__source__math_group_type_index'],
  [{ ...MEAN, source: { ...REVENUE, math: 'max' }, threshold: 2 }, 'metric__threshold'],
  [
    { ...MEAN, lower_bound_percentile: 0.9, upper_bound_percentile: 0.1 },
    'metric__lower_bound_percentile',
  ],
  [
    { ...MEAN, breakdownFilter: { breakdowns: [{ property: 1, type: 'cohort' }] } },
    'metric__breakdownFilter',
  ],
  [
    {
      ...{
        metric_type: 'retention',
        start_event: BUY,
        completion_event: BUY,
        start_handling: 'first_seen',
      },
      ...{ retention_window_start: 2, retention_window_end: 1, retention_window_unit: 'day' },
    },
    'metric__retention_window_end',
  ],
])('rejects %j', async (metric, attr) => {
  await given([]);
  await expect(ask(metric)).rejects.toMatchObject({ status: 400, attr });
});

it('rejects experiments that the project does not have', async () => {
  await given([]);
  const query = {
    kind: 'ExperimentQuery',
    experiment_id: 6,
    metric: { kind: 'ExperimentMetric', ...MEAN },
  };
  await expect(fixture.run(query, { id: project })).rejects.toMatchObject({
    ...{ status: 400, attr: 'experiment_id', message: 'Experiment with id 6 not found' },
  });
});

const FLAG = {
  key: 'offer',
  filters: {
    multivariate: {
      variants: [
        { key: 'control', rollout_percentage: 40 },
        { key: 'test', rollout_percentage: 60 },
        { key: 'off', rollout_percentage: 0 },
      ],
    },
  },
};

function askExposures(more: object = {}, options: object = {}): Promise<unknown> {
  return fixture.run(
    {
      ...{ kind: 'ExperimentExposureQuery', experiment_id: 5, feature_flag: FLAG },
      ...{ start_date: '2020-01-06T00:00:00Z', end_date: '2020-01-08T23:00:00Z', ...more },
    },
    { id: project, ...options },
  );
}

it('counts exposures day by day', async () => {
  await given(EVENTS);
  const days = ['2020-01-06', '2020-01-07', '2020-01-08'];
  expect(await askExposures()).toMatchObject({
    timeseries: [
      { variant: 'control', days, exposure_counts: [1, 1, 1] },
      { variant: 'test', days, exposure_counts: [0, 2, 2] },
      { variant: 'off', days, exposure_counts: [0, 0, 0] },
      { variant: '$multiple', days, exposure_counts: [0, 1, 1] },
    ],
    total_exposures: { control: 1, test: 2, off: 0, $multiple: 1 },
    date_range: { date_from: '2020-01-06T00:00:00+00:00', date_to: '2020-01-08T23:00:00+00:00' },
    sample_ratio_mismatch: null,
  });
  const first = { exposure_criteria: { multiple_variant_handling: 'first_seen' } };
  expect(await askExposures(first)).toMatchObject({
    total_exposures: { control: 1, test: 3, off: 0 },
  });
  expect(await askExposures({}, { timezone: 'Asia/Tokyo' })).toMatchObject({
    timeseries: [{ days: ['2020-01-06', '2020-01-07', '2020-01-08', '2020-01-09'] }, {}, {}, {}],
    date_range: { date_from: '2020-01-06T09:00:00+09:00' },
  });
  expect(await askExposures({ start_date: null })).toMatchObject({
    ...{ timeseries: [], total_exposures: {}, date_range: { date_from: null } },
  });
  await expect(askExposures({ start_date: 'soon' })).rejects.toMatchObject({ attr: 'start_date' });
});

it('compares the sizes of variants with the shares of the flag', async () => {
  const people = Array.from({ length: 100 }, (_, at) => `p${at}`);
  await given(people.map((who, at) => exposed(who, '2020-01-06', at < 55 ? 'control' : 'test')));
  const { sample_ratio_mismatch } = (await askExposures()) as {
    sample_ratio_mismatch: { expected: object; p_value: number };
  };
  expect(sample_ratio_mismatch.expected).toEqual({ control: 40, test: 60 });
  // Chi-square 15²/40 + 15²/60 = 9.375, one degree of freedom.
  expect(sample_ratio_mismatch.p_value).toBeCloseTo(0.0022, 4);
});
