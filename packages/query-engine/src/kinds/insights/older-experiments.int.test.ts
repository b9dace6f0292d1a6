import type { TestEvent } from './test-support/insight-fixture';
import { experimentScene } from './test-support/experiment-scene';

const { fixture, project, given } = experimentScene();

const KEY = '$feature/offer';
/** Units, and how many of them buy. */
const SIZES: readonly (readonly [string, number, number])[] = [
  ['control', 150, 30],
  ['test', 160, 60],
  ['unknown', 20, 20],
];

const EVENTS: TestEvent[] = SIZES.flatMap(([variant, units, buyers]) =>
  Array.from({ length: units }, (_, at): TestEvent[] => {
    const who = `${variant.charAt(0)}${at}`;
    const properties = { [KEY]: variant };
    const own = { $feature_flag: 'offer', $feature_flag_response: variant };
    return [
      { event: '$feature_flag_called', who, at: '2020-01-06 10:00:00', properties: own },
      { event: 'visit', who, at: '2020-01-06 11:00:00', properties },
      ...(at < buyers
        ? [
            {
              event: 'buy',
              who,
              at: '2020-01-07 11:00:00',
              properties: { ...properties, amount: 10 },
            },
          ]
        : []),
      // Before the experiment.
      { event: 'buy', who, at: '2020-01-04 11:00:00', properties: { ...properties, amount: 99 } },
    ];
  }).flat(),
);

const BUY = { kind: 'EventsNode', event: 'buy' };

function ask(
  query: { readonly kind: string } & Readonly<Record<string, unknown>>,
  options: object = {},
): Promise<Record<string, unknown>> {
  return fixture().run({ experiment_id: 5, ...query }, { id: project(), ...options });
}

const trends = (series: object, more: object = {}) =>
  ask({
    kind: 'ExperimentTrendsQuery',
    count_query: { kind: 'TrendsQuery', series: [series] },
    ...more,
  });
const funnels = (series: readonly object[]) =>
  ask({ kind: 'ExperimentFunnelsQuery', funnels_query: { kind: 'FunnelsQuery', series } });

const close = (value: number) => expect.closeTo(value, 6) as unknown;

it('compares how often an event happens', async () => {
  await given(EVENTS);
  expect(await trends(BUY)).toMatchObject({
    kind: 'ExperimentTrendsQuery',
    variants: [
      { key: 'control', count: 30, exposure: 1, absolute_exposure: 150 },
      { key: 'test', count: 60, exposure: close(160 / 150), absolute_exposure: 160 },
    ],
    probability: { control: close(0.0020656828), test: close(0.9979343172) },
    significant: true,
    significance_code: 'significant',
    stats_version: 2,
    p_value: close(0.0000376495),
    credible_intervals: { control: [close(0.13949004), close(0.28362163)] },
    count_query: {
      dateRange: { date_from: '2020-01-05T00:00:00.000Z', date_to: '2020-01-15T00:00:00.000Z' },
      breakdownFilter: { breakdown: KEY },
    },
    insight: [{ breakdown_value: 'test' }, { breakdown_value: 'control' }],
  });
});

it('compares sums by their logarithm, and other statistics as sums', async () => {
  await given(EVENTS);
  const sum = { ...BUY, math: 'sum', math_property: 'amount' };
  const expected = {
    variants: [
      { key: 'control', count: 300 },
      { key: 'test', count: 600 },
    ],
    significant: true,
    probability: { control: close(0), test: close(1) },
    credible_intervals: { test: [close(3.24946419), close(4.25715984)] },
  };
  expect(await trends(sum)).toMatchObject(expected);
  expect(await trends({ ...sum, math: 'avg' })).toMatchObject(expected);
});

it('counts exposures of its own query', async () => {
  await given(EVENTS);
  const exposure_query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visit' }] };
  expect(await trends(BUY, { exposure_query })).toMatchObject({
    variants: [{ absolute_exposure: 150 }, { absolute_exposure: 160 }],
    exposure_query: { breakdownFilter: { breakdown: KEY } },
  });
});

it('compares conversions in a funnel', async () => {
  await given(EVENTS);
  expect(await funnels([{ kind: 'EventsNode', event: 'visit' }, BUY])).toMatchObject({
    kind: 'ExperimentFunnelsQuery',
    variants: [
      { key: 'control', success_count: 30, failure_count: 120 },
      { key: 'test', success_count: 60, failure_count: 100 },
    ],
    probability: { control: close(0.0003381038), test: close(0.9996618962) },
    significant: true,
    significance_code: 'significant',
    expected_loss: close(0.0001937682),
    credible_intervals: { control: [close(0.14395655), close(0.27131215)] },
    stats_version: 2,
  });
});

it('reads one series and one period', async () => {
  await given(EVENTS);
  const compareFilter = { compare: true };
  const count_query = {
    kind: 'TrendsQuery',
    series: [BUY, { ...BUY, event: 'visit' }],
    compareFilter,
  };
  expect(await ask({ kind: 'ExperimentTrendsQuery', count_query })).toMatchObject({
    variants: [
      { key: 'control', count: 30 },
      { key: 'test', count: 60 },
    ],
  });
  const series = [{ ...BUY, event: 'visit' }, BUY];
  const funnels_query = { kind: 'FunnelsQuery', series, compareFilter };
  const compared = await ask({ kind: 'ExperimentFunnelsQuery', funnels_query });
  expect(compared['variants']).toHaveLength(2);
});

it('has no clear winner of equal rates', async () => {
  await given(EVENTS);
  expect(await trends({ ...BUY, event: 'visit' })).toMatchObject({
    significant: false,
    significance_code: 'low_win_probability',
    p_value: 1,
  });
});

it('has no clear winner of few units', async () => {
  await given(EVENTS.filter(({ who }) => who.length < 3));
  const few = { significant: false, significance_code: 'not_enough_exposure' };
  expect(await trends(BUY)).toMatchObject({ ...few, p_value: 1 });
  expect(await funnels([{ ...BUY, event: 'visit' }, BUY])).toMatchObject(few);
});

it('rejects results without the control or another variant', async () => {
  await given(EVENTS.filter(({ who }) => !who.startsWith('t')));
  await expect(trends(BUY)).rejects.toMatchObject({
    status: 400,
    message: '{"no-exposures":false,"no-control-variant":false,"no-test-variant":true}',
  });
  await expect(funnels([BUY, BUY])).rejects.toMatchObject({
    status: 400,
    message: '{"no-control-variant":false,"no-test-variant":true}',
  });
  await expect(trends({ ...BUY, event: 'never' })).rejects.toMatchObject({
    status: 400,
    code: 'no-results',
  });
});
