import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { ExperimentCase, HappenedEvent } from '@tidemark/testing';
import { createIsolatedStores, evaluateExperiment, judgeVariants } from '@tidemark/testing';
import type { TestApi, TestResponse } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let clickhouse: ReturnType<typeof createClickHouse>;
let project: number;
let experiment: number;

const START = '2026-03-01 00:00:00';
const END = '2026-03-15 00:00:00';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('test', 'fatal') });
  api = await startTestApi(urls);
  project = await api.newProject('Shop');
  await store(project, EVENTS);
  const made = await api.call('POST', `/api/projects/${project}/experiments/`, {
    json: {
      ...{ name: 'Offer', feature_flag_key: 'offer', allow_unknown_events: true },
      ...{ start_date: iso(START), end_date: iso(END), metrics: [REVENUE] },
      stats_config: { method: 'frequentist' },
    },
  });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  experiment = made.body.id;
});
afterAll(async () => {
  await Promise.all([api.stop(), clickhouse.close()]);
});

const BUY = { kind: 'EventsNode', event: 'buy', math: 'sum', math_property: 'amount' };
const REVENUE = { kind: 'ExperimentMetric', metric_type: 'mean', source: BUY };

/** 160 people, of whom those with the treatment spend more; every tenth was exposed to both variants. */
const EVENTS: readonly HappenedEvent[] = Array.from({ length: 160 }, (_, at) => {
  const who = `u${at}`;
  const called = (variant: string, day: string): HappenedEvent => ({
    ...{ event: '$feature_flag_called', who, at: `2026-03-${day} 10:00:00` },
    properties: { $feature_flag: 'offer', $feature_flag_response: variant },
  });
  const amount = 10 + ((at * 7) % 13) + (at % 2) * 4;
  return [
    called(at % 2 === 0 ? 'control' : 'test', '02'),
    ...(at % 10 === 0 ? [called('test', '03')] : []),
    { event: 'buy', who, at: '2026-03-01 10:00:00', properties: { amount: 1_000 } },
    ...(at % 3 === 0
      ? []
      : [{ event: 'buy', who, at: '2026-03-05 10:00:00', properties: { amount } }]),
  ];
}).flat();

function iso(text: string): string {
  return `${text.replace(' ', 'T')}Z`;
}

async function store(projectId: number, events: readonly HappenedEvent[]): Promise<void> {
  const people = new Map(events.map(({ who }) => [who, randomUUID()]));
  await clickhouse.insertJsonEachRow(
    'events',
    events.map(({ event = '', who, at, properties = {} }) => ({
      ...{ uuid: randomUUID(), team_id: projectId, event, distinct_id: who },
      ...{ person_id: people.get(who), properties_text: JSON.stringify(properties) },
      ...{ timestamp: at, created_at: at, person_created_at: at },
    })),
  );
}

const CASE: ExperimentCase = {
  ...{ flag: 'offer', variants: ['control', 'test'], start: START, end: END, zone: 'UTC' },
  ...{ takesFirst: false, byGroups: false, exposedBy: null, filters: [], breakdowns: [] },
  ...{ window: null, maturedAt: null, lookbackDays: null },
  metric: { type: 'mean', source: { event: 'buy', math: 'sum', math_property: 'amount' } },
};

const run = (query: object, of: number = project): Promise<TestResponse> =>
  api.call('POST', `/api/projects/${of}/query/`, { json: { query, refresh: 'force_blocking' } });
const ask = (metric: object): Promise<TestResponse> =>
  run({ kind: 'ExperimentQuery', experiment_id: experiment, metric });

function sumsOf(values: readonly number[]): object {
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    number_of_samples: values.length,
    sum,
    sum_squares: values.reduce((total, value) => total + value ** 2, 0),
  };
}

it('judges an experiment that the API created, as following each unit does', async () => {
  const rows = evaluateExperiment(EVENTS, CASE);
  const [control, test] = ['control', 'test'].map((key) => {
    const found = rows.find(({ variant }) => variant === key);
    if (found === undefined) throw new Error(`Nobody has ${key}`);
    return found;
  }) as [(typeof rows)[number], (typeof rows)[number]];
  const { pValue, confidence } = judgeVariants(control, test);
  const { status, body } = await ask(REVENUE);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'ExperimentQuery',
    baseline: { key: 'control', ...sumsOf(control.values), validation_failures: [] },
    variant_results: [
      {
        ...{ key: 'test', method: 'frequentist', validation_failures: [] },
        ...sumsOf(test.values),
        p_value: expect.closeTo(pValue, 8) as unknown,
        confidence_interval: confidence.map((end) => expect.closeTo(end, 6) as unknown),
        significant: pValue < 0.05,
      },
    ],
    breakdown_results: null,
    is_cached: false,
  });
});

it('shows who was exposed', async () => {
  const variants = ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 }));
  const { body } = await run({
    ...{ kind: 'ExperimentExposureQuery', experiment_id: experiment, experiment_name: 'Offer' },
    ...{ start_date: iso(START), end_date: iso(END), holdout: null },
    exposure_criteria: { filterTestAccounts: true },
    feature_flag: { key: 'offer', filters: { multivariate: { variants } } },
  });
  // Of the 80 people in the control group, every fifth was exposed to the treatment too.
  expect(body).toMatchObject({
    total_exposures: { control: 64, test: 80, $multiple: 16 },
    sample_ratio_mismatch: { expected: { control: 72, test: 72 } },
  });
});

it('lists the people behind a number', async () => {
  const source = { kind: 'ExperimentQuery', experiment_id: experiment, metric: REVENUE };
  const people = (funnelStepBreakdown: string): Promise<TestResponse> =>
    run({
      kind: 'ActorsQuery',
      select: ['count()'],
      source: { kind: 'ExperimentActorsQuery', source, funnelStep: 0, funnelStepBreakdown },
    });
  const numbers = await Promise.all(['control', 'test', '$multiple'].map(people));
  expect(numbers.map(({ body }) => body['results'])).toEqual([[[64]], [[80]], [[16]]]);
});

it('follows a change of the experiment', async () => {
  const path = `/api/projects/${project}/experiments/${experiment}/`;
  const changed = await api.call('PATCH', path, {
    json: {
      stats_config: { method: 'bayesian' },
      exposure_criteria: { multiple_variant_handling: 'first_seen' },
    },
  });
  expect(changed.status).toBe(200);
  expect((await ask(REVENUE)).body).toMatchObject({
    baseline: { number_of_samples: 80 },
    variant_results: [{ method: 'bayesian', number_of_samples: 80 }],
  });
});

it('rejects what makes no sense', async () => {
  const query = { kind: 'ExperimentQuery', experiment_id: experiment, metric: REVENUE };
  const breakdowns = ['a', 'b', 'c', 'd'].map((property) => ({ property }));
  const mean = { kind: 'ExperimentMetric', metric_type: 'mean' };
  const cases: readonly (readonly [object, string])[] = [
    [{ ...query, experiment_id: null }, 'experiment_id is required'],
    [{ ...query, experiment_id: 999_999 }, 'Experiment with id 999999 not found'],
    [{ ...query, experiment_id: 3_000_000_000 }, 'Experiment with id 3000000000 not found'],
    [
      { kind: 'ExperimentExposureQuery', experiment_id: 3_000_000_000, feature_flag: { key: 'x' } },
      'Experiment with id 3000000000 not found',
    ],
    [{ ...query, metric: { ...REVENUE, metric_type: 'magic' } }, 'query.metric.metric_type'],
    [{ ...query, metric: mean }, 'query.metric.source'],
    [{ ...query, metric: { ...REVENUE, metric_type: 'funnel', series: [] } }, 'at least one step'],
    [{ ...query, metric: { ...REVENUE, breakdownFilter: { breakdowns } } }, 'At most 3 breakdowns'],
    [{ kind: 'ExperimentActorsQuery', source: query }, 'funnelStep is required'],
    [{ kind: 'ExperimentActorsQuery', source: query, funnelStep: 2 }, 'funnelStep must be from 0'],
  ];
  for (const [body, detail] of cases) {
    const { status, body: error } = await run(body);
    expect({ status, detail: error.detail }).toEqual({
      status: 400,
      detail: expect.stringContaining(detail) as unknown,
    });
  }
});

it('counts no events of an action that cannot exist', async () => {
  const source = { kind: 'ActionsNode', id: 3_000_000_000 };
  const { status, body } = await ask({ ...REVENUE, source });
  expect({ status, body }).toMatchObject({ status: 200, body: { baseline: { sum: 0 } } });
});

it('does not see experiments of other projects', async () => {
  const other = await api.newProject('Other');
  await store(other, EVENTS);
  const query = { kind: 'ExperimentQuery', experiment_id: experiment, metric: REVENUE };
  expect(await run(query, other)).toMatchObject({
    status: 400,
    body: { detail: `Experiment with id ${experiment} not found` },
  });
});

it('computes again after the experiment was changed', async () => {
  const cached = (): Promise<TestResponse> =>
    api.call('POST', `/api/projects/${project}/query/`, {
      json: {
        query: { kind: 'ExperimentQuery', experiment_id: experiment, metric: REVENUE },
        refresh: 'blocking',
      },
    });
  const samples = async (): Promise<number> =>
    ((await cached()).body['baseline'] as { number_of_samples: number }).number_of_samples;
  expect(await samples()).toBeGreaterThan(0);
  expect((await cached()).body['is_cached']).toBe(true);
  const path = `/api/projects/${project}/experiments/${experiment}/`;
  const later = { start_date: iso('2026-03-10 00:00:00') };
  expect((await api.call('PATCH', path, { json: later })).status).toBe(200);
  expect(await samples()).toBe(0);
});
