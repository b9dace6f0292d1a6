import type { TestEvent } from './test-support/insight-fixture';
import {
  sumsOf,
  exposed,
  bought,
  BUY,
  REVENUE,
  MEAN,
  EVENTS,
  experimentScene,
} from './test-support/experiment-scene';

const { fixture, project, given, ask, sums } = experimentScene();

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

it('counts values that are infinite or not a number as 0', async () => {
  const spoiled = (amount: string): TestEvent => ({
    ...bought('c', '2020-01-08 11:00:00'),
    properties: { amount },
  });
  await given([...EVENTS, ...['inf', '-inf', 'nan', 'Infinity'].map(spoiled)]);
  const expected = { control: [1, 15, 225], test: [2, 7, 49] };
  expect(await sums(MEAN)).toEqual(expected);
  const ofUnits = (math_hogql: string) =>
    sums({ metric_type: 'mean', source: { ...BUY, math: 'hogql', math_hogql } });
  expect(await ofUnits('sum(toFloat(properties.amount))')).toEqual(expected);
  // The sample deviation of a single value is not a number: only that of a has one.
  expect(await ofUnits('stddevSamp(toFloat(properties.amount))')).toMatchObject({
    control: [1, expect.closeTo(3.5355, 4) as unknown, expect.closeTo(12.5, 4) as unknown],
    test: [2, 0, 0],
  });
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

it('winsorises outliers, and applies thresholds', async () => {
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

it('counts a step of a funnel with a window of 0 only at the exposure itself', async () => {
  await given(EVENTS);
  const funnel = { metric_type: 'funnel', series: [BUY] };
  expect(await sums(funnel)).toEqual({ control: [1, 1, 1], test: [2, 1, 1] });
  const window = { conversion_window: 0, conversion_window_unit: 'day' };
  // b bought at the timestamp of the exposure.
  expect(await sums({ ...funnel, ...window })).toEqual({ control: [1, 0, 0], test: [2, 1, 1] });
});

it('counts people who return within the window after a start', async () => {
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
  await expect(fixture().run(query, { id: project() })).rejects.toMatchObject({
    ...{ status: 400, attr: 'experiment_id', message: 'Experiment with id 6 not found' },
  });
});

it('has no sum and no statistics where values are too large for a number', async () => {
  const people = Array.from({ length: 200 }, (_, at) => `u${at}`);
  const amounts: Record<string, (at: number) => number> = {
    squares: (at) => (1 + (at % 3)) * 1e200,
    sums: () => 1.7e308,
    large: (at) => (1 + (at % 3)) * 1e152,
  };
  await given(
    people.flatMap((who, at) => [
      exposed(who, '2020-01-06 10:00:00', at % 2 === 0 ? 'control' : 'test'),
      ...Object.entries(amounts).map(([event, amount]) => ({
        ...bought(who, '2020-01-07 10:00:00', amount(at)),
        event,
      })),
    ]),
  );
  const of = (event: string, math = 'sum') =>
    ask({ metric_type: 'mean', source: { ...REVENUE, event, math } });
  const none = { sum_squares: null, chance_to_win: null, significant: null };
  const squares = await of('squares');
  expect(squares.baseline.sum).toBeGreaterThan(1e202);
  expect(squares.variant_results).toMatchObject([none]);
  expect((await of('sums')).variant_results).toMatchObject([{ ...none, sum: null }]);
  // Statistics need neither the square of a sum nor the fourth power of a mean.
  const large = await of('large');
  expect(large.baseline.sum_squares).toBeGreaterThan(1e306);
  expect(large.variant_results).toMatchObject([
    { chance_to_win: expect.closeTo(0.5, 1) as unknown, significant: false },
  ]);
  const ratio = { numerator: REVENUE, denominator: { ...REVENUE, event: 'squares' } };
  expect((await ask({ metric_type: 'ratio', ...ratio })).variant_results).toMatchObject([
    { denominator_sum_squares: null, chance_to_win: null },
  ]);
});
