import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createExperimentRepository } from '@tidemark/postgres';
import { createIsolatedDatabaseUrl, sharedEngineUrls } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let project: number;
let flags: string;
let experiments: string;
beforeAll(async () => {
  const postgres = await createIsolatedDatabaseUrl();
  api = await startTestApi({ ...sharedEngineUrls(), postgres });
  database = createDatabase(postgres, { poolSize: 1, logger: createLogger('test', 'silent') });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  project = await api.newProject();
  flags = `/api/projects/${project}/feature_flags/`;
  experiments = `/api/projects/${project}/experiments/`;
});

const UUID = /^[0-9a-f-]{36}$/;
const purchases = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: 'purchase', math: 'sum', math_property: 'price' },
};
const funnel = {
  kind: 'ExperimentMetric',
  metric_type: 'funnel',
  series: [{ kind: 'EventsNode', event: 'purchase' }],
};
const variants = (...shares: readonly (readonly [string, number])[]) =>
  shares.map(([key, rollout_percentage]) => ({ key, rollout_percentage }));

const create = (json: object) =>
  api.call('POST', experiments, { json: { allow_unknown_events: true, ...json } });
const draft = async (key: string, json: object = {}): Promise<number> => {
  const made = await create({ name: key, feature_flag_key: key, ...json });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  return made.body.id;
};
const pathOf = (id: number) => `${experiments}${id}/`;
const patch = (id: number, json: object) => api.call('PATCH', pathOf(id), { json });
const read = (id: number) => api.call('GET', pathOf(id));
const act = (id: number, verb: string, json: object = {}) =>
  api.call('POST', `${pathOf(id)}${verb}/`, { json });
const flagOf = async (key: string) => {
  const listed = await api.call('GET', `${flags}?search=${key}`);
  return listed.body.results.find((flag) => flag['key'] === key);
};

it('makes a draft with a flag of its own that is off', async () => {
  const made = await create({
    name: 'Checkout',
    description: 'One page or two',
    feature_flag_key: 'checkout',
    metrics: [purchases, { ...funnel, uuid: 'mine' }],
    metrics_secondary: [{ ...funnel, uuid: 'mine' }],
  });
  const flag = await flagOf('checkout');
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Checkout',
      description: 'One page or two',
      status: 'draft',
      type: 'product',
      start_date: null,
      end_date: null,
      feature_flag_key: 'checkout',
      feature_flag: { id: flag?.id, key: 'checkout', active: false, has_experiment: true },
      parameters: {
        feature_flag_variants: [
          { key: 'control', rollout_percentage: 50, split_percent: 50 },
          { key: 'test', rollout_percentage: 50, split_percent: 50 },
        ],
      },
      metrics: [
        { ...purchases, uuid: expect.stringMatching(UUID) },
        { ...funnel, uuid: 'mine' },
      ],
      // Two metrics of an experiment never have the same uuid.
      metrics_secondary: [{ ...funnel, uuid: expect.stringMatching(UUID) }],
      stats_config: { method: 'bayesian' },
      exposure_criteria: { filterTestAccounts: true },
      holdout: null,
      saved_metrics: [],
      archived: false,
      deleted: false,
    },
  });
  const [first, second] = made.body['metrics'] as { uuid: string }[];
  expect(made.body['primary_metrics_ordered_uuids']).toEqual([first?.uuid, second?.uuid]);
  expect(flag).toMatchObject({
    name: 'Feature Flag for Experiment Checkout',
    active: false,
    has_experiment: true,
    experiment_set: [made.body.id],
    filters: {
      groups: [{ properties: [], rollout_percentage: 100 }],
      multivariate: { variants: [{ key: 'control' }, { key: 'test' }] },
    },
  });
  expect((await api.call('GET', `${flags}?type=experiment`)).body).toMatchObject({ count: 1 });
});

it('makes the flag that the parameters describe, on where the experiment has begun', async () => {
  const id = await draft('price', {
    start_date: '2026-01-02T03:04:05Z',
    parameters: {
      rollout_percentage: 40,
      aggregation_group_type_index: 0,
      feature_flag_variants: [
        { key: 'Control', split_percent: 30 },
        { key: 'low', split_percent: 30 },
        { key: 'high', rollout_percentage: 40 },
      ],
      minimum_detectable_effect: 20,
    },
    stats_config: { method: 'frequentist', baseline_variant_key: 'low' },
    type: 'web',
  });
  expect((await read(id)).body).toMatchObject({
    status: 'running',
    type: 'web',
    start_date: '2026-01-02T03:04:05Z',
    parameters: { minimum_detectable_effect: 20 },
    stats_config: { method: 'frequentist', baseline_variant_key: 'low' },
    feature_flag: {
      active: true,
      filters: {
        groups: [{ rollout_percentage: 40 }],
        aggregation_group_type_index: 0,
        multivariate: { variants: variants(['control', 30], ['low', 30], ['high', 40]) },
      },
    },
  });
});

it('links a flag that is there, and shares it among experiments', async () => {
  const groups = [{ properties: [], rollout_percentage: 100 }];
  const filters = {
    groups,
    multivariate: { variants: variants(['control', 20], ['blue', 80]) },
  };
  const flag = await api.call('POST', flags, { json: { key: 'colour', filters } });
  const [one, two] = [await draft('colour'), await draft('colour', { name: 'again' })];
  expect((await read(one)).body).toMatchObject({
    feature_flag: { id: flag.body.id, version: 1, active: true },
    parameters: { feature_flag_variants: variants(['control', 20], ['blue', 80]) },
  });
  expect(await flagOf('colour')).toMatchObject({ experiment_set: [one, two] });

  // A flag with live experiments stays; one that an experiment was about is kept for it.
  const remove = () => api.call('PATCH', `${flags}${flag.body.id}/`, { json: { deleted: true } });
  expect(await remove()).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining(`${one}, ${two}`) },
  });
  const bulk = await api.call('POST', `${flags}bulk_delete/`, { json: { ids: [flag.body.id] } });
  expect(bulk.body).toMatchObject({ deleted: [], errors: [{ id: flag.body.id }] });
  for (const id of [one, two]) await patch(id, { deleted: true });
  expect(await flagOf('colour')).toMatchObject({ has_experiment: false, experiment_set: [] });
  expect((await remove()).status).toBe(200);
  const replaced = await api.call('POST', flags, { json: { key: 'colour', filters } });
  expect(replaced.status).toBe(201);
  expect(await patch(one, { deleted: false })).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/flag has been deleted/) },
  });
  expect((await read(one)).status).toBe(404);

  for (const [key, rejected] of [
    ['plain', { groups }],
    ['other', { groups, multivariate: { variants: variants(['a', 50], ['b', 50]) } }],
  ] as const) {
    await api.call('POST', flags, { json: { key, filters: rejected } });
    expect(await create({ name: key, feature_flag_key: key })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^Feature flag must have/) },
    });
  }
});

it('goes from draft to the end, and rejects steps in a wrong state', async () => {
  const id = await draft('life');
  const rejects = async (...verbs: readonly string[]) => {
    for (const verb of verbs) {
      const body = verb === 'ship_variant' ? { variant_key: 'test' } : {};
      const response = await act(id, verb, body);
      expect({ verb, status: response.status, type: response.body['type'] }).toEqual({
        verb,
        status: 400,
        type: 'validation_error',
      });
    }
  };
  await rejects('pause', 'resume', 'end', 'ship_variant', 'archive', 'unarchive', 'reset');
  expect(await act(id, 'launch')).toMatchObject({
    status: 200,
    body: {
      status: 'running',
      start_date: expect.any(String),
      feature_flag: { active: true, version: 2 },
    },
  });
  await rejects('launch', 'resume', 'archive');
  expect((await act(id, 'pause')).body).toMatchObject({
    status: 'paused',
    feature_flag: { active: false },
  });
  await rejects('pause');
  expect((await act(id, 'resume')).body).toMatchObject({ status: 'running' });
  const judged = { conclusion: 'won', conclusion_comment: 'By far' };
  expect((await act(id, 'end', judged)).body).toMatchObject({
    status: 'stopped',
    end_date: expect.any(String),
    feature_flag: { active: true, version: 4 },
    ...judged,
  });
  await rejects('launch', 'pause', 'resume', 'end', 'unarchive');
  expect((await act(id, 'archive')).body).toMatchObject({ archived: true });
  await rejects('archive');
  expect((await act(id, 'unarchive')).body).toMatchObject({ archived: false });
  expect((await act(id, 'reset')).body).toMatchObject({
    status: 'draft',
    start_date: null,
    end_date: null,
    conclusion: null,
    conclusion_comment: null,
    feature_flag: { active: true },
  });
  expect((await act(id, 'end', { conclusion: 'great' })).body).toMatchObject({
    attr: 'conclusion',
    code: 'invalid_choice',
  });
});

it('ships a variant to those whom the flag lets in, or to everybody', async () => {
  const id = await draft('ship', { parameters: { rollout_percentage: 30 } });
  await act(id, 'launch');
  expect(await act(id, 'ship_variant', { variant_key: 'none' })).toMatchObject({
    status: 400,
    body: { detail: "Variant 'none' not found on feature flag." },
  });
  const group = { properties: [], rollout_percentage: 30 };
  const shipped = [
    { key: 'control', rollout_percentage: 0 },
    { key: 'test', rollout_percentage: 100 },
  ];
  const first = await act(id, 'ship_variant', { variant_key: 'test', conclusion: 'won' });
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: 'stopped',
      conclusion: 'won',
      feature_flag: { filters: { groups: [group], multivariate: { variants: shipped } } },
    },
  });
  const everyone = { variant_key: 'test', release_to_everyone: true };
  const second = await act(id, 'ship_variant', everyone);
  expect(second.body).toMatchObject({
    end_date: first.body['end_date'],
    conclusion: 'won',
    feature_flag: { filters: { groups: [{ rollout_percentage: 100 }, group] } },
  });
});

it('starts and stops by its dates; the parameters of a draft change its flag', async () => {
  const id = await draft('dates');
  const three = variants(['control', 20], ['a', 40], ['b', 40]);
  const changed = await patch(id, {
    parameters: { feature_flag_variants: three, rollout_percentage: 10 },
  });
  expect(changed.body).toMatchObject({
    feature_flag: {
      filters: { groups: [{ rollout_percentage: 10 }], multivariate: { variants: three } },
    },
  });
  expect((await patch(id, { start_date: '2026-02-01T00:00:00Z' })).body).toMatchObject({
    status: 'running',
    feature_flag: { active: true },
  });
  const equal = variants(['control', 40], ['a', 30], ['b', 30]);
  expect((await patch(id, { parameters: { feature_flag_variants: equal } })).body).toMatchObject({
    feature_flag: { filters: { multivariate: { variants: three } } },
  });
  const asked = { update_feature_flag_params: true };
  const own = { feature_flag: { filters: { multivariate: { variants: equal } } } };
  expect((await patch(id, { ...own, ...asked })).body).toMatchObject({
    parameters: { feature_flag_variants: equal },
    feature_flag: {
      filters: { groups: [{ rollout_percentage: 10 }], multivariate: { variants: equal } },
    },
  });
  const other = { feature_flag: { filters: { multivariate: { variants: three } } } };
  for (const [json, detail] of [
    [other, /update_feature_flag_params/],
    [{ parameters: { feature_flag_variants: variants(['control', 50], ['c', 50]) } }, /^Can't/],
    [{ feature_flag_key: 'another' }, /feature_flag_key/],
    [{ type: 'web' }, /type/],
    [{ end_date: '2026-02-01T00:00:00Z' }, /^End date must be after/],
    [{ start_date: '2026-02-02T00:00:00Z', end_date: '2026-02-01T00:00:00Z' }, /^End date/],
  ] as const) {
    const response = await patch(id, json);
    expect(response).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(detail) },
    });
  }
  expect((await patch(id, { end_date: '2026-03-01T00:00:00Z' })).body).toMatchObject({
    status: 'stopped',
    end_date: '2026-03-01T00:00:00Z',
  });
  expect((await patch(id, { end_date: null })).body).toMatchObject({ status: 'running' });
});

it('is deleted by a change, and comes back by one; DELETE is not there', async () => {
  const id = await draft('gone');
  expect((await api.call('DELETE', pathOf(id))).status).toBe(405);
  expect(await patch(id, { deleted: true })).toMatchObject({
    status: 200,
    body: { deleted: true },
  });
  expect((await read(id)).status).toBe(404);
  expect((await patch(id, { name: 'x' })).status).toBe(404);
  expect((await act(id, 'launch')).status).toBe(404);
  expect((await api.call('GET', experiments)).body).toMatchObject({ count: 0 });
  expect((await flagOf('gone'))?.['experiment_set']).toEqual([]);
  expect((await patch(id, { deleted: false })).body).toMatchObject({ id, deleted: false });
  expect((await flagOf('gone'))?.['experiment_set']).toEqual([id]);
});

it('lists what the filters say, in the order that is asked for', async () => {
  const [a, b, c, d] = [await draft('aa'), await draft('bb'), await draft('cc'), await draft('dd')];
  for (const id of [b, c, d]) await act(id, 'launch');
  await act(c, 'pause');
  await act(d, 'end');
  const ids = async (query: string) => {
    const response = await api.call('GET', `${experiments}?${query}`);
    return response.status === 200
      ? response.body.results.map(({ id }) => id)
      : response.body.detail;
  };
  expect(await ids('')).toEqual([d, c, b, a]);
  expect(await ids('status=draft')).toEqual([a]);
  expect(await ids('status=running')).toEqual([b]);
  expect(await ids('status=paused')).toEqual([c]);
  expect(await ids('status=complete')).toEqual([d]);
  expect(await ids('status=all&order=name')).toEqual([a, b, c, d]);
  expect(await ids('order=-status&limit=1')).toEqual([d]);
  expect(await ids('order=duration')).toEqual([d, c, b, a]);
  expect(await ids('search=B')).toEqual([b]);
  expect(await ids(`feature_flag_id=${String((await flagOf('cc'))?.id)}`)).toEqual([c]);
  expect(await ids('created_by_id=999999')).toEqual([]);
  expect(await ids('order=colour')).toBe("Invalid order field: 'colour'");
  expect(await ids('feature_flag_id=x')).toBe('feature_flag_id must be an integer');
  await act(d, 'archive');
  expect(await ids('')).toEqual([c, b, a]);
  expect(await ids('archived=true')).toEqual([d]);
});

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
  const listed = await api.call('GET', flags);
  expect(listed.body).toMatchObject({ count: 0 });
});

it('knows the events of the project, unless it is told not to look', async () => {
  const json = { name: 'x', feature_flag_key: 'x', metrics: [purchases] };
  const unknown = await api.call('POST', experiments, { json });
  expect(unknown).toMatchObject({
    status: 400,
    body: { attr: 'metrics', detail: expect.stringMatching(/^Event\(s\) 'purchase' not found/) },
  });
  const definition = { name: 'purchase' };
  await api.call('POST', `/api/projects/${project}/event_definitions/`, { json: definition });
  expect((await api.call('POST', experiments, { json })).status).toBe(201);

  // Events that the experiment names already are not checked again.
  const typo = { ...purchases, source: { ...purchases.source, event: 'purchace' } };
  const id = await draft('y', { metrics: [typo] });
  expect((await patch(id, { metrics: [typo, purchases] })).status).toBe(200);
  const other = { ...purchases, source: { ...purchases.source, event: 'refund' } };
  expect((await patch(id, { metrics: [typo, other] })).status).toBe(400);
});

it('copies an experiment as a draft, in its project or in another one', async () => {
  const id = await draft('source', {
    metrics: [purchases],
    stats_config: { method: 'frequentist' },
  });
  await act(id, 'launch');
  const copy = await act(id, 'duplicate', { feature_flag_key: 'copy' });
  expect(copy).toMatchObject({
    status: 201,
    body: {
      name: 'source (Copy)',
      status: 'draft',
      feature_flag_key: 'copy',
      stats_config: { method: 'frequentist' },
      metrics: [purchases],
    },
  });
  const uuid = async (of: number) =>
    ((await read(of)).body['metrics'] as { uuid: string }[])[0]?.uuid;
  expect(await uuid(copy.body.id)).not.toBe(await uuid(id));
  const shared = await act(id, 'duplicate');
  expect(shared.body).toMatchObject({ name: 'source (Copy) 1', feature_flag_key: 'source' });

  const target = await api.newProject();
  const limited = await api.keyWith(['*'], { scoped_teams: [project] });
  const json = { target_team_id: target, name: 'There', feature_flag_key: '' };
  const path = `${pathOf(id)}copy_to_project/`;
  expect((await api.call('POST', path, { json, key: limited })).status).toBe(403);
  const copied = await api.call('POST', path, { json });
  expect(copied).toMatchObject({
    status: 201,
    body: { name: 'There', feature_flag: { team_id: target, key: 'source', active: false } },
  });
  const there = `/api/projects/${target}/experiments/${copied.body.id}/`;
  expect((await api.call('GET', there)).body).toMatchObject({ name: 'There' });
  expect((await read(copied.body.id)).status).toBe(404);
  const nowhere = { target_team_id: 999_999 };
  expect((await api.call('POST', path, { json: nowhere })).status).toBe(404);
});

it('shares metrics and holdouts, whose changes reach the flags', async () => {
  const base = `/api/projects/${project}/`;
  const metrics = `${base}experiment_saved_metrics/`;
  const metric = await api.call('POST', metrics, { json: { name: 'Revenue', query: purchases } });
  expect(metric).toMatchObject({
    status: 201,
    body: { name: 'Revenue', query: { ...purchases, uuid: expect.stringMatching(UUID) } },
  });
  const holdouts = `${base}experiment_holdouts/`;
  const filters = [{ properties: [], rollout_percentage: 10 }];
  const holdout = await api.call('POST', holdouts, { json: { name: 'Nobody', filters } });
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
  await api.call('PATCH', holdoutPath, { json: { filters: wider } });
  expect((await read(id)).body['feature_flag']).toMatchObject({
    version: 2,
    filters: { holdout_groups: [{ rollout_percentage: 20, variant }] },
  });
  expect((await patch(id, { saved_metrics_ids: [] })).body['saved_metrics']).toEqual([]);
  expect((await patch(id, { saved_metrics_ids: uses })).status).toBe(200);
  expect((await api.call('DELETE', `${metrics}${metric.body.id}/`)).status).toBe(204);
  expect((await api.call('DELETE', holdoutPath)).status).toBe(204);
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
    const response = await api.call('POST', path, { json });
    expect(response).toMatchObject({ status: 400, body: { attr } });
  }
});

it('keeps projects apart and asks for scopes', async () => {
  const id = await draft('mine');
  const other = await api.newProject();
  const foreign = `/api/projects/${other}/experiments/`;
  for (const [method, path, json] of [
    ['GET', `${id}/`, undefined],
    ['PATCH', `${id}/`, { name: 'theirs' }],
    ['POST', `${id}/launch/`, {}],
    ['POST', `${id}/duplicate/`, {}],
  ] as const) {
    expect((await api.call(method, `${foreign}${path}`, { json })).status).toBe(404);
  }
  const holdout = await api.call('POST', `/api/projects/${other}/experiment_holdouts/`, {
    json: { name: 'theirs', filters: [{ rollout_percentage: 1 }] },
  });
  expect((await patch(id, { holdout_id: holdout.body.id })).body).toMatchObject({
    attr: 'holdout_id',
  });
  const key = await api.keyWith(['experiment:read']);
  expect((await api.call('GET', experiments, { key })).status).toBe(200);
  expect((await api.call('POST', `${pathOf(id)}launch/`, { key, json: {} })).status).toBe(403);
});

it('gives queries an experiment as it is', async () => {
  const repository = createExperimentRepository(database);
  const id = await draft('asked', {
    start_date: '2026-01-01T00:00:00Z',
    exposure_criteria: { multiple_variant_handling: 'first_seen' },
    only_count_matured_users: true,
  });
  expect(await repository.findForQuery(project, id)).toEqual({
    id,
    featureFlagKey: 'asked',
    variants: [
      { key: 'control', rolloutPercentage: 50 },
      { key: 'test', rolloutPercentage: 50 },
    ],
    aggregationGroupTypeIndex: null,
    startDate: new Date('2026-01-01T00:00:00Z'),
    endDate: null,
    exposureCriteria: { filterTestAccounts: true, multiple_variant_handling: 'first_seen' },
    statsConfig: { method: 'bayesian' },
    holdoutId: null,
    onlyCountMaturedUsers: true,
  });
  expect(await repository.findForQuery(await api.newProject(), id)).toBeNull();
  await patch(id, { deleted: true });
  expect(await repository.findForQuery(project, id)).toBeNull();
});
