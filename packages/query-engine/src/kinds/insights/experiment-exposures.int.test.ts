import type { TestEvent } from './test-support/insight-fixture';
import {
  EXPERIMENT,
  exposed,
  bought,
  MEAN,
  sumsOf,
  EVENTS,
  experimentScene,
} from './test-support/experiment-scene';

const { fixture, project, given, ask, sums } = experimentScene();

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
  return fixture().run(
    {
      ...{ kind: 'ExperimentExposureQuery', experiment_id: 5, feature_flag: FLAG },
      ...{ start_date: '2020-01-06T00:00:00Z', end_date: '2020-01-08T23:00:00Z', ...more },
    },
    { id: project(), ...options },
  );
}

it('gives units with several variants the first one', async () => {
  await given(EVENTS, { exposureCriteria: { multiple_variant_handling: 'first_seen' } });
  expect(await sums(MEAN)).toEqual({ control: [1, 15, 225], test: [3, 27, 449] });
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
  await fixture().world(project(), {
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
  await fixture().world(project(), {
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

it('leaves out variants that the experiment excludes', async () => {
  const people = Array.from({ length: 120 }, (_, at) => `u${at}`);
  const keys = ['control', 'test', 'third'];
  const variants = keys.slice(0, 2).map((key) => ({ key, rolloutPercentage: 33 }));
  await given(
    [
      ...people.map((who, at) => exposed(who, '2020-01-06 10:00:00', keys[at % 3])),
      exposed('u1', '2020-01-07 10:00:00', 'third'),
    ],
    { variants, excludedVariants: ['third'] },
  );
  const { baseline, variant_results } = await ask(MEAN);
  expect(sumsOf([baseline, ...variant_results])).toEqual({ control: [40, 0, 0], test: [40, 0, 0] });
  const filters = {
    multivariate: { variants: keys.map((key) => ({ key, rollout_percentage: 33 })) },
  };
  const response = (await askExposures({ feature_flag: { key: 'offer', filters } })) as Record<
    string,
    unknown
  >;
  expect(response['total_exposures']).toEqual({ control: 40, test: 40 });
  // Fewer than a hundred units remain.
  expect(response['sample_ratio_mismatch']).toBeNull();
});
