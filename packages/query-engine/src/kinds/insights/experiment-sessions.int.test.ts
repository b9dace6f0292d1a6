import { experimentScene, exposed, sumsOf } from './test-support/experiment-scene';
import type { TestEvent } from './test-support/insight-fixture';
import { personId } from './test-support/insight-fixture';

const { fixture, project, given, ask, sums } = experimentScene();

const SESSIONS = {
  kind: 'EventsNode',
  event: '$pageview',
  math: 'sum',
  math_property: '$session_duration',
};
const DURATION = { metric_type: 'mean', source: SESSIONS };

/** The id of a session that starts at a time. */
function sessionAt(start: string, number: number): string {
  const hex = Date.parse(`${start.replace(' ', 'T')}Z`)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000000${number}`;
}

/** Page views of a session, so many seconds after its start. */
function pages(who: string, start: string, number: number, seconds: number[]): TestEvent[] {
  const from = Date.parse(`${start.replace(' ', 'T')}Z`);
  return seconds.map((second) => ({
    event: '$pageview',
    who,
    at: new Date(from + second * 1_000).toISOString().slice(0, 19).replace('T', ' '),
    session: sessionAt(start, number),
  }));
}

/** a has two sessions of 60 and 120 seconds, b one of 30, c none; d has one that began before its exposure. */
const EVENTS: TestEvent[] = [
  exposed('a', '2020-01-06 10:00:00', 'test'),
  ...pages('a', '2020-01-06 11:00:00', 1, [0, 30, 60]),
  ...pages('a', '2020-01-08 11:00:00', 2, [0, 120]),
  exposed('b', '2020-01-06 10:00:00'),
  ...pages('b', '2020-01-06 10:00:00', 3, [0, 30]),
  exposed('c', '2020-01-06 10:00:00', 'test'),
  { event: '$pageview', who: 'c', at: '2020-01-06 12:00:00' },
  ...pages('d', '2020-01-06 09:00:00', 4, [0, 7_200]),
  exposed('d', '2020-01-06 10:00:00', 'test'),
];

it.each([
  ['sum', { control: [1, 30, 900], test: [1, 180, 32_400] }],
  ['avg', { control: [1, 30, 900], test: [1, 90, 8_100] }],
  ['min', { control: [1, 30, 900], test: [1, 60, 3_600] }],
  ['max', { control: [1, 30, 900], test: [1, 120, 14_400] }],
])('counts each session once for the math %s', async (math, expected) => {
  await given(EVENTS);
  expect(await sums({ ...DURATION, source: { ...SESSIONS, math } })).toEqual(expected);
  const typed = { ...SESSIONS, math, math_property_type: 'session_properties' };
  expect(await sums({ ...DURATION, source: typed })).toEqual(expected);
});

it('has them in ratios, where each exposed unit is a sample', async () => {
  await given(EVENTS);
  const sessions = { ...SESSIONS, math: 'unique_session', math_property: undefined };
  const response = await ask({ metric_type: 'ratio', numerator: SESSIONS, denominator: sessions });
  const [test] = response.variant_results;
  // a has 180 seconds in two sessions, c neither; d has one session with events after its exposure, which began before.
  expect(test).toMatchObject({
    ...{ number_of_samples: 3, sum: 180, sum_squares: 32_400 },
    ...{ denominator_sum: 3, denominator_sum_squares: 5, numerator_denominator_sum_product: 360 },
  });
  const swapped = await ask({ metric_type: 'ratio', numerator: sessions, denominator: SESSIONS });
  expect(swapped.variant_results[0]).toMatchObject({
    ...{ number_of_samples: 3, sum: 3, denominator_sum: 180 },
  });
  const both = await ask({
    ...{ metric_type: 'ratio', numerator: { ...SESSIONS, math: 'max' }, denominator: SESSIONS },
  });
  expect(both.variant_results[0]).toMatchObject({
    ...{ sum: 120, denominator_sum: 180, numerator_denominator_sum_product: 21_600 },
  });
});

it('counts the sessions whose first event is in the window', async () => {
  await given(EVENTS);
  const window = { conversion_window: 1, conversion_window_unit: 'day' };
  const expected = { control: [1, 30, 900], test: [1, 60, 3_600] };
  expect(await sums({ ...DURATION, ...window })).toEqual(expected);
});

it('draws in durations and applies thresholds, and has no covariate', async () => {
  await given(EVENTS, { statsConfig: { cuped: { enabled: true } } });
  expect(await sums({ ...DURATION, threshold: 60 })).toEqual({
    ...{ control: [1, 0, 0], test: [1, 1, 1] },
  });
  expect(await sums({ ...DURATION, upper_bound_percentile: 0.1 })).toEqual({
    ...{ control: [1, 30, 900], test: [1, 30, 900] },
  });
});

it('lists who has sessions', async () => {
  await given(EVENTS);
  const { results } = await fixture().run<{ results: unknown }>(
    {
      kind: 'ExperimentActorsQuery',
      source: {
        ...{ kind: 'ExperimentQuery', experiment_id: 5 },
        metric: { kind: 'ExperimentMetric', ...DURATION },
      },
      funnelStep: 0,
    },
    { id: project() },
  );
  expect(results).toEqual([
    [personId('a'), 'test'],
    [personId('b'), 'control'],
  ]);
});

describe('with breakdowns', () => {
  /** The value of `tier` at the first exposure; e has none. The second exposure of a has another one. */
  const TIERS: Record<string, string> = { a: 'pro', b: 'pro', c: 'free', d: 'free' };
  const BY_TIER = { breakdownFilter: { breakdowns: [{ property: 'tier', type: 'event' }] } };
  const SPLIT: TestEvent[] = [
    ...EVENTS.map((event) =>
      event.event === '$feature_flag_called'
        ? { ...event, properties: { ...event.properties, tier: TIERS[event.who] } }
        : event,
    ),
    exposed('a', '2020-01-07 10:00:00', 'test', { tier: 'free' }),
    ...pages('d', '2020-01-09 09:00:00', 5, [0, 10]),
    exposed('e', '2020-01-06 10:00:00', 'test'),
    ...pages('e', '2020-01-07 09:00:00', 6, [0, 45]),
    exposed('f', '2020-01-06 10:00:00', 'control', { tier: 'pro' }),
    ...pages('f', '2020-01-07 09:00:00', 7, [0, 90]),
    ...pages('f', '2020-01-07 12:00:00', 8, [0, 5]),
  ];
  const NONE = '$$_posthog_breakdown_null_$$';

  async function split(metric: object): Promise<[string, object][]> {
    const { breakdown_results } = await ask({ ...DURATION, ...BY_TIER, ...metric });
    return (breakdown_results ?? []).map(
      ({ breakdown_value: [value = ''], baseline, variants }) => [
        value,
        sumsOf([baseline, ...variants]),
      ],
    );
  }

  /** Durations of the sessions that count, by unit: written down from the events above. */
  const COUNTED = [
    { variant: 'test', tier: 'pro', seconds: [60, 120] },
    { variant: 'control', tier: 'pro', seconds: [30] },
    { variant: 'test', tier: 'free', seconds: [10] },
    { variant: 'test', tier: NONE, seconds: [45] },
    { variant: 'control', tier: 'pro', seconds: [90, 5] },
  ];

  function expected(of: (seconds: number[]) => number): [string, object][] {
    const sumsOfVariant = (tier: string, key: string): number[] => {
      const values = COUNTED.filter((unit) => unit.tier === tier && unit.variant === key).map(
        ({ seconds }) => of(seconds),
      );
      const sum = values.reduce((total, value) => total + value, 0);
      return [values.length, sum, values.reduce((total, value) => total + value * value, 0)];
    };
    return [NONE, 'free', 'pro'].map((tier) => [
      tier,
      { control: sumsOfVariant(tier, 'control'), test: sumsOfVariant(tier, 'test') },
    ]);
  }

  const add = (seconds: number[]): number => seconds.reduce((total, one) => total + one, 0);

  it.each<[string, (seconds: number[]) => number]>([
    ['sum', add],
    ['avg', (seconds) => add(seconds) / seconds.length],
    ['min', (seconds) => Math.min(...seconds)],
    ['max', (seconds) => Math.max(...seconds)],
  ])('has the values of the first exposure for the math %s', async (math, of) => {
    await given(SPLIT);
    expect(await split({ source: { ...SESSIONS, math } })).toEqual(expected(of));
  });

  it('draws in durations among units with the same values, and applies thresholds', async () => {
    await given(SPLIT);
    // The median of 30, 95 and 180 seconds of the units with "pro".
    const drawn = await split({ upper_bound_percentile: 0.5 });
    expect(drawn).toEqual(expected((seconds) => Math.min(add(seconds), 95)));
    expect(await split({ threshold: 60 })).toEqual(
      expected((seconds) => (add(seconds) >= 60 ? 1 : 0)),
    );
  });

  it('takes a property of sessions to split by', async () => {
    await given([
      {
        ...exposed('a', '2020-01-06 11:00:00', 'test'),
        session: sessionAt('2020-01-06 11:00:00', 1),
      },
      ...pages('a', '2020-01-06 11:00:00', 1, [0, 60]),
      ...pages('a', '2020-01-08 11:00:00', 2, [0, 120]),
    ]);
    const breakdowns = [{ property: '$session_duration', type: 'session' }];
    expect(await split({ breakdownFilter: { breakdowns } })).toEqual([
      ['60', { control: [0, 0, 0], test: [1, 180, 32_400] }],
    ]);
  });
});
