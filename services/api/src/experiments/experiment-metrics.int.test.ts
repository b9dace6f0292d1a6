import { UUID, purchases, funnel, experimentScene } from '../test-support/experiment-scene';

const scene = experimentScene();
const { create, draft, patch, read } = scene;

it('rejects what cannot be computed', async () => {
  const metric = (more: object) => ({ metrics: [{ ...purchases, ...more }] });
  const shares = (...keys: readonly string[]) => ({
    parameters: { feature_flag_variants: keys.map((key) => ({ key, split_percent: 50 })) },
  });
  for (const [json, attr, detail] of [
    [{ metrics: {} }, 'metrics', /list/],
    [metric({ kind: 'TrendsQuery' }), 'metrics', /index 0: metric kind must be/],
    [metric({ kind: 'ExperimentTrendsQuery' }), 'metrics', /no longer supported/],
    [metric({ metric_type: 'median' }), 'metrics', /index 0: metric_type/],
    [metric({ source: undefined }), 'metrics', /index 0: source/],
    [{ metrics_secondary: [{ ...funnel, series: [] }] }, 'metrics_secondary', /at least one step/],
    [metric({ metric_type: 'ratio', numerator: purchases.source }), 'metrics', /denominator/],
    [
      metric({ source: { kind: 'ActionsNode', id: 999_999 } }),
      'metrics',
      /^Action\(s\) with ID 999999 not found/,
    ],
    [shares('control'), 'parameters', /at least 2 variants/],
    [shares('a', 'b'), 'parameters', /key 'control'/],
    [
      shares('control', ...Array.from({ length: 20 }, (_, index) => `v${index}`)),
      'parameters',
      /less than 21/,
    ],
    [
      { parameters: { feature_flag_variants: [{ key: 'control' }] } },
      'parameters',
      /split_percent/,
    ],
    [shares('control', 'a', 'b'), 'filters__multivariate', /sum to 100/],
    [{ stats_config: { method: 'guess' } }, 'stats_config', /Invalid stats method: 'guess'/],
    [{ stats_config: { baseline_variant_key: 'x' } }, 'stats_config', /baseline_variant_key/],
    [{ exposure_criteria: { filterTestAccounts: 'x' } }, 'exposure_criteria', /filterTestAccounts/],
    [{ exposure_criteria: { exposure_config: { kind: 'x' } } }, 'exposure_criteria', /kind/],
    [{ exposure_criteria: [] }, 'exposure_criteria', /dictionary/],
    [{ saved_metrics_ids: [{ id: 999_999 }] }, 'saved_metrics_ids', /does not exist/],
    [{ holdout_id: 999_999 }, 'holdout_id', /does not exist/],
    [{ feature_flag_key: 'no blanks' }, 'feature_flag_key', /Only letters/],
    [{ name: '' }, 'name', /blank/],
    [{ start_date: '2026-01-02T00:00:00Z', end_date: '2026-01-01T00:00:00Z' }, null, /^End date/],
  ] as const) {
    const response = await create({ name: 'x', feature_flag_key: 'x', ...json });
    expect({ json, status: response.status, body: response.body }).toMatchObject({
      status: 400,
      body: { type: 'validation_error', detail: expect.stringMatching(detail) },
    });
    if (attr !== 'filters__multivariate') expect(response.body['attr']).toBe(attr);
  }
  const listed = await scene.api.call('GET', scene.flags);
  expect(listed.body).toMatchObject({ count: 0 });
});

it('checks the names of events, unless the request disables it', async () => {
  const json = { name: 'x', feature_flag_key: 'x', metrics: [purchases] };
  const unknown = await scene.api.call('POST', scene.experiments, { json });
  expect(unknown).toMatchObject({
    status: 400,
    body: { attr: 'metrics', detail: expect.stringMatching(/^Event\(s\) 'purchase' not found/) },
  });
  const definition = { name: 'purchase' };
  await scene.api.call('POST', `/api/projects/${scene.project}/event_definitions/`, {
    json: definition,
  });
  expect((await scene.api.call('POST', scene.experiments, { json })).status).toBe(201);

  // Events that the experiment names already are not checked again.
  const typo = { ...purchases, source: { ...purchases.source, event: 'purchace' } };
  const id = await draft('y', { metrics: [typo] });
  expect((await patch(id, { metrics: [typo, purchases] })).status).toBe(200);
  const other = { ...purchases, source: { ...purchases.source, event: 'refund' } };
  expect((await patch(id, { metrics: [typo, other] })).status).toBe(400);
});

it('keeps the tags of shared metrics, and one metric for each name', async () => {
  const metrics = `/api/projects/${scene.project}/experiment_saved_metrics/`;
  const call = (method: 'POST' | 'PATCH', path: string, json: object) =>
    scene.api.call(method, path, { json });
  const made = await call('POST', metrics, {
    ...{ name: 'Revenue', query: purchases, tags: [' Money', 'core', 'money'] },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { tags: ['core', 'money'], user_access_level: 'manager' },
  });
  const path = `${metrics}${made.body.id}/`;
  expect((await call('PATCH', path, { name: 'REVENUE' })).body).toMatchObject({
    ...{ name: 'REVENUE', tags: ['core', 'money'] },
  });
  expect((await call('PATCH', path, { tags: ['sales'] })).body).toMatchObject({ tags: ['sales'] });
  expect((await call('PATCH', path, { tags: [] })).body).toMatchObject({ tags: [] });
  const other = await call('POST', metrics, { name: 'average', query: purchases });
  expect(other).toMatchObject({ status: 201, body: { tags: [] } });
  const taken = {
    status: 400,
    body: {
      code: 'unique',
      attr: 'name',
      detail: 'A shared metric with this name already exists.',
    },
  };
  expect(await call('POST', metrics, { name: 'revenue', query: purchases })).toMatchObject(taken);
  const otherPath = `${metrics}${other.body.id}/`;
  expect(await call('PATCH', otherPath, { name: 'Revenue' })).toMatchObject(taken);
  const atOnce = await Promise.all(
    ['Fast', 'fast', 'FAST'].map((name) => call('POST', metrics, { name, query: purchases })),
  );
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  const winner = atOnce.find(({ status }) => status === 201);
  await scene.api.call('DELETE', `${metrics}${winner?.body.id}/`);
  const { body } = await scene.api.call('GET', metrics);
  const { results } = body as unknown as { results: { name: string }[] };
  expect(results.map(({ name }) => name)).toEqual(['average', 'REVENUE']);
});

it('shares metrics and holdouts, whose changes reach the flags', async () => {
  const base = `/api/projects/${scene.project}/`;
  const metrics = `${base}experiment_saved_metrics/`;
  const metric = await scene.api.call('POST', metrics, {
    json: { name: 'Revenue', query: purchases },
  });
  expect(metric).toMatchObject({
    status: 201,
    body: { name: 'Revenue', query: { ...purchases, uuid: expect.stringMatching(UUID) } },
  });
  const holdouts = `${base}experiment_holdouts/`;
  const filters = [{ properties: [], rollout_percentage: 10 }];
  const holdout = await scene.api.call('POST', holdouts, { json: { name: 'Nobody', filters } });
  const variant = `holdout-${holdout.body.id}`;
  expect(holdout).toMatchObject({
    status: 201,
    body: { description: null, filters: [{ rollout_percentage: 10, variant }] },
  });
  const uses = [{ id: metric.body.id, metadata: { type: 'secondary' } }];
  const id = await draft('held', { holdout_id: holdout.body.id, saved_metrics_ids: uses });
  const { uuid } = metric.body['query'] as { uuid: string };
  expect((await read(id)).body).toMatchObject({
    holdout: { id: holdout.body.id, name: 'Nobody' },
    holdout_id: holdout.body.id,
    feature_flag: { filters: { holdout_groups: [{ rollout_percentage: 10, variant }] } },
    saved_metrics: [
      {
        experiment: id,
        saved_metric: metric.body.id,
        name: 'Revenue',
        metadata: { type: 'secondary' },
      },
    ],
    primary_metrics_ordered_uuids: [],
    secondary_metrics_ordered_uuids: [uuid],
  });
  const wider = [{ properties: [], rollout_percentage: 20 }];
  const holdoutPath = `${holdouts}${holdout.body.id}/`;
  await scene.api.call('PATCH', holdoutPath, { json: { filters: wider } });
  expect((await read(id)).body['feature_flag']).toMatchObject({
    version: 2,
    filters: { holdout_groups: [{ rollout_percentage: 20, variant }] },
  });
  expect((await patch(id, { saved_metrics_ids: [] })).body['saved_metrics']).toEqual([]);
  expect((await patch(id, { saved_metrics_ids: uses })).status).toBe(200);
  expect((await scene.api.call('DELETE', `${metrics}${metric.body.id}/`)).status).toBe(204);
  expect((await scene.api.call('DELETE', holdoutPath)).status).toBe(204);
  const left = (await read(id)).body;
  expect(left).toMatchObject({ holdout: null, holdout_id: null, saved_metrics: [] });
  expect(left['feature_flag']).not.toHaveProperty('filters.holdout_groups');

  for (const [path, json, attr] of [
    [holdouts, { name: 'x' }, 'filters'],
    [holdouts, { name: 'x', filters: [] }, 'filters'],
    [holdouts, { name: 'x', filters: [{}] }, 'filters__0'],
    [holdouts, { name: 'x', filters: [{ rollout_percentage: 101 }] }, 'filters__0'],
    [metrics, { name: 'x', query: { kind: 'TrendsQuery' } }, 'query'],
    [metrics, { query: purchases }, 'name'],
  ] as const) {
    const response = await scene.api.call('POST', path, { json });
    expect(response).toMatchObject({ status: 400, body: { attr } });
  }
});
