import type { ExperimentForQuery, ExperimentStatsConfig } from '@tidemark/contracts';
import type { ExperimentMetricCase, ExperimentRow } from '@tidemark/testing';
import { evaluateExperiment, judgeVariants } from '@tidemark/testing';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

/** The number of units of each variant. */
const UNITS = 1_200;
/** The effect of the treatment on the share of buyers and on the amount. */
const EFFECT = { converting: 0.4, spending: 0.25 } as const;

let fixture: InsightFixture;
let events: TestEvent[] = [];
beforeAll(async () => {
  fixture = await createInsightFixture();
  events = people();
  await fixture.events(1, events);
});
afterAll(() => fixture.close());

/** Reproducible pseudo-random numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** All units visit, some buy, and units that spent much before do so again. */
function people(): TestEvent[] {
  const next = randomNumbers(7);
  return Array.from({ length: 2 * UNITS }, (_, at) => {
    const who = `u${at}`;
    const isTreated = at % 2 === 1;
    const taste = 2 + Math.floor(next() * 8);
    const properties = {
      $feature_flag: 'offer',
      $feature_flag_response: isTreated ? 'test' : 'control',
    };
    const own: TestEvent[] = [
      { event: '$feature_flag_called', who, at: '2020-01-06 10:00:00', properties },
    ];
    const spends = (day: string, amount: number): void => {
      own.push({ event: 'buy', who, at: `2020-01-${day} 11:00:00`, properties: { amount } });
    };
    spends('03', taste + Math.floor(next() * 3));
    for (const day of ['06', '07', '09']) {
      if (next() < 0.8) own.push({ event: 'visit', who, at: `2020-01-${day} 12:00:00` });
    }
    if (next() < 0.3 * (isTreated ? 1 + EFFECT.converting : 1)) {
      own.push({ event: 'signup', who, at: '2020-01-07 10:00:00' });
      if (next() < 0.5) own.push({ event: 'signup', who, at: '2020-01-08 15:00:00' });
    }
    spends('08', (taste + next() * 3) * (isTreated ? 1 + EFFECT.spending : 1));
    return own;
  }).flat();
}

const SETUP = {
  flag: 'offer',
  variants: ['control', 'test'],
  start: '2020-01-05 00:00:00',
  end: '2020-01-15 00:00:00',
  zone: 'UTC',
  takesFirst: false,
  byGroups: false,
  exposedBy: null,
  filters: [],
  breakdowns: [],
  window: null,
  maturedAt: null,
} as const;

const EXPERIMENT: ExperimentForQuery = {
  id: 5,
  featureFlagKey: 'offer',
  variants: ['control', 'test'].map((key) => ({ key, rolloutPercentage: 50 })),
  aggregationGroupTypeIndex: null,
  startDate: new Date('2020-01-05T00:00:00Z'),
  endDate: new Date('2020-01-15T00:00:00Z'),
  exposureCriteria: null,
  statsConfig: null,
  holdoutId: null,
  onlyCountMaturedUsers: false,
};

const node = (event: string, more: object = {}) => ({ kind: 'EventsNode', event, ...more });
const AMOUNT = { math: 'sum', math_property: 'amount' } as const;

/** Metrics, and the relative effect that each should detect. */
const METRICS: Readonly<Record<string, readonly [ExperimentMetricCase, object, number]>> = {
  mean: [
    { type: 'mean', source: { event: 'buy', ...AMOUNT } },
    { metric_type: 'mean', source: node('buy', AMOUNT) },
    EFFECT.spending,
  ],
  funnel: [
    { type: 'funnel', steps: [{ event: 'signup' }], isOrdered: true },
    { metric_type: 'funnel', series: [node('signup')] },
    EFFECT.converting,
  ],
  ratio: [
    {
      type: 'ratio',
      numerator: { event: 'buy', ...AMOUNT },
      denominator: { event: 'visit', math: 'total' },
    },
    { metric_type: 'ratio', numerator: node('buy', AMOUNT), denominator: node('visit') },
    EFFECT.spending,
  ],
  retention: [
    {
      ...{ type: 'retention', start: { event: 'visit' }, completion: { event: 'signup' } },
      ...{ takesFirst: true, from: 0, to: 3, unit: 'day' },
    },
    {
      ...{ metric_type: 'retention', start_event: node('visit'), completion_event: node('signup') },
      ...{ start_handling: 'first_seen', retention_window_start: 0 },
      ...{ retention_window_end: 3, retention_window_unit: 'day' },
    },
    EFFECT.converting,
  ],
};

interface Compared {
  readonly key: string;
  readonly method: string;
  readonly significant: boolean;
  readonly p_value: number;
  readonly confidence_interval: [number, number];
  readonly chance_to_win: number;
  readonly credible_interval: [number, number];
}

async function compared(metric: object, statsConfig: ExperimentStatsConfig): Promise<Compared> {
  await fixture.world(1, { experiments: [{ ...EXPERIMENT, statsConfig }] });
  const { variant_results } = await fixture.run<{ variant_results: Compared[] }>({
    ...{ kind: 'ExperimentQuery', experiment_id: 5 },
    metric: { kind: 'ExperimentMetric', ...metric },
  });
  return variant_results[0] as Compared;
}

function expectClose(received: unknown, expected: readonly number[]): void {
  const digits = 6;
  expect([received].flat()).toEqual(expected.map((one) => expect.closeTo(one, digits) as unknown));
}

const CASES = Object.keys(METRICS).flatMap((name) =>
  ['RELATIVE', 'ABSOLUTE'].flatMap((difference) =>
    [false, true].map((hasCuped) => [name, difference, hasCuped] as const),
  ),
);

it.each(CASES)('judges a %s by %s differences (CUPED: %s)', async (name, difference, hasCuped) => {
  const [metric, written, effect] = METRICS[name] as (typeof METRICS)[string];
  const difference_type = difference as 'RELATIVE' | 'ABSOLUTE';
  const cuped = { enabled: hasCuped, lookback_days: 7 };
  const rows = evaluateExperiment(events, { ...SETUP, metric, lookbackDays: hasCuped ? 7 : null });
  const [control, test] = ['control', 'test'].map((key) =>
    rows.find(({ variant }) => variant === key),
  ) as [ExperimentRow, ExperimentRow];
  const expected = judgeVariants(control, test, {
    isRate: metric.type === 'funnel',
    isAbsolute: difference === 'ABSOLUTE',
  });
  const tested = await compared(written, {
    ...{ method: 'frequentist', frequentist: { difference_type }, cuped },
  });
  expect(tested).toMatchObject({ key: 'test', method: 'frequentist', significant: true });
  expectClose(tested.p_value, [expected.pValue]);
  expectClose(tested.confidence_interval, expected.confidence);
  const believed = await compared(written, { bayesian: { difference_type }, cuped });
  expect(believed).toMatchObject({ key: 'test', method: 'bayesian', significant: true });
  expectClose(believed.chance_to_win, [expected.chanceToWin]);
  expectClose(believed.credible_interval, expected.credible);
  if (difference === 'ABSOLUTE') return;
  for (const [low, high] of [tested.confidence_interval, believed.credible_interval]) {
    expect(low).toBeLessThan(effect);
    expect(high).toBeGreaterThan(effect);
  }
});

it('allows a look every day, at the price of wider intervals', async () => {
  const [, written] = METRICS['mean'] as (typeof METRICS)[string];
  const once = await compared(written, { method: 'frequentist' });
  const always = await compared(written, {
    ...{ method: 'frequentist', frequentist: { sequential_testing_enabled: true } },
  });
  const half = ({ confidence_interval: [low, high] }: Compared): number => (high - low) / 2;
  // Equations 155 and 161 of Waudby-Smith et al. 2023, with the variance at the single look.
  const [alpha, tuning, units] = [0.05, 5_000, 2 * UNITS];
  const rho = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tuning;
  const deviation = half(once) / 1.960_9;
  const k = units * rho + 1;
  const expected =
    deviation * Math.sqrt(((2 * k) / (units * rho)) * Math.log(Math.sqrt(k) / alpha));
  expect(half(always) / expected).toBeCloseTo(1, 3);
  expect(always.p_value).toBeGreaterThan(once.p_value);
});

it('does not decide about a variant that equals the control', async () => {
  const [metric] = METRICS['funnel'] as (typeof METRICS)[string];
  const rows = evaluateExperiment(events, { ...SETUP, metric, lookbackDays: null });
  expect(rows.map(({ variant, values }) => [variant, values.length])).toEqual([
    ['control', UNITS],
    ['test', UNITS],
  ]);
  const visits = { metric_type: 'funnel', series: [node('visit')] };
  expect(await compared(visits, { method: 'frequentist' })).toMatchObject({ significant: false });
  expect(await compared(visits, {})).toMatchObject({ significant: false });
});
