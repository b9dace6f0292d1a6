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
  await fixture.world(project, { ...world, experiments: [{ ...EXPERIMENT, ...changes }] });
}

interface Variant {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number;
  readonly sum_squares: number;
  readonly step_counts: number[] | null;
}

interface Response {
  readonly baseline: Variant;
  readonly variant_results: Variant[];
  readonly breakdown_results: {
    breakdown_value: string[];
    baseline: Variant;
    variants: Variant[];
  }[];
}

function ask(metric: object, more: object = {}): Promise<Response> {
  return fixture.run<Response>(
    { kind: 'ExperimentQuery', experiment_id: 5, metric: { kind: 'ExperimentMetric', ...metric } },
    { id: project, ...more },
  );
}

/** Samples, sum and sum of squares of all variants, by their keys. */
function sumsOf({
  baseline,
  variant_results: others,
}: Pick<Response, 'baseline' | 'variant_results'>): object {
  return Object.fromEntries(
    [baseline, ...others].map(({ key, number_of_samples, sum, sum_squares }) => [
      key,
      [number_of_samples, sum, sum_squares],
    ]),
  );
}

function exposed(who: string, at: string, variant = 'control', more: object = {}): TestEvent {
  return {
    event: '$feature_flag_called',
    who,
    at,
    ...more,
    properties: {
      $feature_flag: 'offer',
      $feature_flag_response: variant,
      ...(more as TestEvent).properties,
    },
  };
}

function bought(who: string, at: string, amount?: number, more: object = {}): TestEvent {
  return { event: 'buy', who, at, properties: { amount }, ...more };
}

const BUY = { kind: 'EventsNode', event: 'buy' };
const REVENUE = { ...BUY, math: 'sum', math_property: 'amount' };

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
  ['total', { control: [1, 2, 4], test: [2, 1, 1] }],
  ['sum', { control: [1, 15, 225], test: [2, 7, 49] }],
  ['avg', { control: [1, 7.5, 56.25], test: [2, 7, 49] }],
  ['min', { control: [1, 5, 25], test: [2, 7, 49] }],
  ['max', { control: [1, 10, 100], test: [2, 7, 49] }],
  ['dau', { control: [1, 1, 1], test: [2, 1, 1] }],
])('sums the math %s over units', async (math, expected) => {
  await given(EVENTS);
  const source = { ...REVENUE, math };
  expect(sumsOf(await ask({ metric_type: 'mean', source }))).toEqual(expected);
});

it('counts funnels from an exposure on', async () => {
  await given(EVENTS);
  const response = await ask({
    metric_type: 'funnel',
    series: [
      BUY,
      { ...BUY, properties: [{ key: 'amount', type: 'event', operator: 'lt', value: 10 }] },
    ],
  });
  expect(sumsOf(response)).toEqual({ control: [1, 1, 1], test: [2, 0, 0] });
  expect(response.baseline.step_counts).toEqual([1, 1]);
});

it('ratio, retention', async () => {
  await given(EVENTS);
  const response = await ask({ metric_type: 'ratio', numerator: REVENUE, denominator: BUY });
  expect(sumsOf(response)).toEqual({ control: [1, 15, 225], test: [2, 7, 49] });
  const r = await ask({
    metric_type: 'retention',
    start_event: BUY,
    completion_event: BUY,
    start_handling: 'first_seen',
    retention_window_start: 1,
    retention_window_end: 3,
    retention_window_unit: 'day',
  });
  expect(sumsOf(r)).toEqual({ control: [1, 1, 1], test: [1, 0, 0] });
});

it('hogql, cuped, winsorised', async () => {
  await given(EVENTS, { statsConfig: { cuped: { enabled: true } } });
  for (const source of [REVENUE, { ...BUY, math: 'hogql', math_hogql: 'sum(properties.amount)' }]) {
    const response = await ask({
      metric_type: 'mean',
      source,
      lower_bound_percentile: 0.1,
      upper_bound_percentile: 0.9,
      ignore_zeros: true,
    });
    expect(response).toMatchObject({ baseline: { covariate_sum: 100 } });
  }
  const f = await ask({ metric_type: 'funnel', series: [BUY] });
  expect(f).toMatchObject({ baseline: { covariate_sum: 1 } });
  const u = await ask({ metric_type: 'funnel', series: [BUY], funnel_order_type: 'unordered' });
  expect(sumsOf(u)).toEqual({ control: [1, 1, 1], test: [2, 1, 1] });
});

it('exposures', async () => {
  await given(EVENTS);
  const r = await fixture.run(
    {
      kind: 'ExperimentExposureQuery',
      experiment_id: 5,
      feature_flag: {
        key: 'offer',
        filters: {
          multivariate: {
            variants: [
              { key: 'control', rollout_percentage: 50 },
              { key: 'test', rollout_percentage: 50 },
            ],
          },
        },
      },
      start_date: '2020-01-05T00:00:00Z',
      end_date: '2020-01-08T00:00:00Z',
    },
    { id: project },
  );
  expect(r).toEqual({});
});
