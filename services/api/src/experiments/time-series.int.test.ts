import { createExperimentResults } from '@tidemark/postgres';
import { experimentScene, purchases } from '../test-support/experiment-scene';

const scene = experimentScene();
const { draft, pathOf, patch, read, act } = scene;

const DAY_MS = 86_400_000;
const day = (before: number): string =>
  new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10);

interface Metric {
  readonly uuid: string;
  readonly fingerprint: string;
}
const metricsOf = async (id: number): Promise<readonly Metric[]> => {
  const { body } = await read(id);
  const {
    metrics,
    metrics_secondary: secondary,
    saved_metrics: shared,
  } = body as unknown as {
    metrics: Metric[];
    metrics_secondary: Metric[];
    saved_metrics: { query: Metric }[];
  };
  return [...metrics, ...secondary, ...shared.map(({ query }) => query)];
};
const series = (id: number, { uuid, fingerprint }: Metric) =>
  scene.api.call(
    'GET',
    `${pathOf(id)}timeseries_results/?metric_uuid=${uuid}&fingerprint=${fingerprint}`,
  );

it('shows a fingerprint of each metric, which changes with the metric and with the experiment', async () => {
  const shared = await scene.api.call(
    'POST',
    scene.experiments.replace('experiments', 'experiment_saved_metrics'),
    { json: { name: 'Shared', query: purchases } },
  );
  const id = await draft('offer', {
    metrics: [purchases],
    metrics_secondary: [{ ...purchases, threshold: 2 }],
    saved_metrics_ids: [{ id: shared.body.id, metadata: { type: 'primary' } }],
  });
  const before = await metricsOf(id);
  for (const { fingerprint } of before) expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  // The shared metric asks the same as the first one.
  expect(before[2]?.fingerprint).toBe(before[0]?.fingerprint);
  expect(before[1]?.fingerprint).not.toBe(before[0]?.fingerprint);

  // A client sends back what it has read: the stored metric has no fingerprint of its own.
  await patch(id, { metrics: [{ ...before[0], fingerprint: 'of the client' }] });
  expect((await metricsOf(id))[0]).toEqual(before[0]);
  await act(id, 'launch');
  expect((await metricsOf(id))[0]?.fingerprint).not.toBe(before[0]?.fingerprint);
});

it('shows the stored results on the days of the experiment', async () => {
  const start_date = new Date(Date.now() - 2 * DAY_MS).toISOString();
  const id = await draft('days', { metrics: [purchases], start_date });
  const [metric] = (await metricsOf(id)) as [Metric];
  expect((await series(id, metric)).body).toMatchObject({
    experiment_id: id,
    metric_uuid: metric.uuid,
    status: 'pending',
    timeseries: { [day(2)]: null, [day(1)]: null, [day(0)]: null },
    errors: null,
    computed_at: null,
    recalculation_status: null,
    recalculation_created_at: null,
  });
  const results = createExperimentResults(scene.database);
  const reference = {
    ...{ projectId: scene.project, experimentId: id },
    ...{ metricUuid: metric.uuid, fingerprint: metric.fingerprint },
  };
  const result = { baseline: { key: 'control' }, variant_results: [] };
  await results.store(reference, { day: day(2), result, error: null });
  await results.store(reference, { day: day(1), result: null, error: 'Too much memory.' });
  await results.store({ ...reference, projectId: 1 }, { day: day(0), result, error: null });
  expect((await series(id, metric)).body).toMatchObject({
    status: 'partial',
    timeseries: { [day(2)]: result, [day(1)]: null, [day(0)]: null },
    errors: { [day(1)]: 'Too much memory.' },
    computed_at: expect.stringMatching(/^20/),
  });
  expect((await series(id, { ...metric, fingerprint: 'other' })).body).toMatchObject({
    status: 'pending',
  });
});

it('requests the calculation of all days, once at a time', async () => {
  const start_date = new Date(Date.now() - 2 * DAY_MS).toISOString();
  const id = await draft('again', { metrics: [purchases], start_date });
  const [metric] = (await metricsOf(id)) as [Metric];
  const request = () =>
    act(id, 'recalculate_timeseries', { metric, fingerprint: metric.fingerprint });
  const first = await request();
  expect(first).toMatchObject({
    status: 201,
    body: {
      ...{ experiment_id: id, metric_uuid: metric.uuid, fingerprint: metric.fingerprint },
      ...{ status: 'pending', created_at: expect.stringMatching(/^20/) },
    },
  });
  expect(await request()).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect((await series(id, metric)).body).toMatchObject({
    recalculation_status: 'pending',
    recalculation_created_at: first.body['created_at'],
  });
});

it.each([
  ['', 'metric_uuid query parameter is required'],
  ['?metric_uuid=a', 'fingerprint query parameter is required'],
  ['?metric_uuid=&fingerprint=f', 'metric_uuid query parameter is required'],
  ['?metric_uuid=a&fingerprint=f', 'Experiment has not been started yet'],
])('rejects timeseries_results/%s: %s', async (query, detail) => {
  const id = await draft('wrong');
  const response = await scene.api.call('GET', `${pathOf(id)}timeseries_results/${query}`);
  expect(response).toMatchObject({ status: 400, body: { type: 'validation_error', detail } });
});

it.each([
  [{ fingerprint: 'f' }, /metric is required/],
  [{ metric: { ...purchases, uuid: 'u' } }, /fingerprint is required/],
  [{ metric: purchases, fingerprint: 'f' }, /needs a uuid/],
  [{ metric: { kind: 'TrendsQuery' }, fingerprint: 'f' }, /ExperimentMetric/],
  [{ metric: { ...purchases, uuid: 'u' }, fingerprint: 'f' }, /hasn't started/],
])('rejects a recalculation of %j: %s', async (body, detail) => {
  const id = await draft('wrong');
  const response = await act(id, 'recalculate_timeseries', body);
  expect(response).toMatchObject({
    status: 400,
    body: { type: 'validation_error', detail: expect.stringMatching(detail) },
  });
});

it('does not find experiments that are deleted or of another project', async () => {
  const id = await draft('gone', { start_date: '2026-01-01T00:00:00Z' });
  const other = await scene.api.newProject();
  const path = pathOf(id).replace(`projects/${scene.project}`, `projects/${other}`);
  const query = '?metric_uuid=a&fingerprint=f';
  expect((await scene.api.call('GET', `${path}timeseries_results/${query}`)).status).toBe(404);
  await patch(id, { deleted: true });
  expect((await series(id, { uuid: 'a', fingerprint: 'f' })).status).toBe(404);
});
