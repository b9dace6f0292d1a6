import { createExperimentRepository } from '@tidemark/postgres';
import {
  UUID,
  purchases,
  funnel,
  variants,
  experimentScene,
} from '../test-support/experiment-scene';

const scene = experimentScene();
const { create, draft, pathOf, patch, read, act, flagOf } = scene;

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
  expect((await scene.api.call('GET', `${scene.flags}?type=experiment`)).body).toMatchObject({
    count: 1,
  });
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
  const flag = await scene.api.call('POST', scene.flags, { json: { key: 'colour', filters } });
  const [one, two] = [await draft('colour'), await draft('colour', { name: 'again' })];
  expect((await read(one)).body).toMatchObject({
    feature_flag: { id: flag.body.id, version: 1, active: true },
    parameters: { feature_flag_variants: variants(['control', 20], ['blue', 80]) },
  });
  expect(await flagOf('colour')).toMatchObject({ experiment_set: [one, two] });

  // A flag with live experiments stays; one that an experiment was about is kept for it.
  const remove = () =>
    scene.api.call('PATCH', `${scene.flags}${flag.body.id}/`, { json: { deleted: true } });
  expect(await remove()).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining(`${one}, ${two}`) },
  });
  const bulk = await scene.api.call('POST', `${scene.flags}bulk_delete/`, {
    json: { ids: [flag.body.id] },
  });
  expect(bulk.body).toMatchObject({ deleted: [], errors: [{ id: flag.body.id }] });
  for (const id of [one, two]) await patch(id, { deleted: true });
  expect(await flagOf('colour')).toMatchObject({ has_experiment: false, experiment_set: [] });
  expect((await remove()).status).toBe(200);
  const replaced = await scene.api.call('POST', scene.flags, { json: { key: 'colour', filters } });
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
    await scene.api.call('POST', scene.flags, { json: { key, filters: rejected } });
    expect(await create({ name: key, feature_flag_key: key })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^Feature flag must have/) },
    });
  }
});

it('lists objects that match the filters, in the requested order', async () => {
  const [a, b, c, d] = [await draft('aa'), await draft('bb'), await draft('cc'), await draft('dd')];
  for (const id of [b, c, d]) await act(id, 'launch');
  await act(c, 'pause');
  await act(d, 'end');
  const ids = async (query: string) => {
    const response = await scene.api.call('GET', `${scene.experiments}?${query}`);
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
  await scene.api.call('PATCH', `${scene.experiments}${String(b)}/`, { json: { name: 'Offers' } });
  // The key of the flag is searched as well.
  expect([await ids('search=offer'), await ids('search=BB')]).toEqual([[b], [b]]);
  expect(await ids(`feature_flag_id=${String((await flagOf('cc'))?.id)}`)).toEqual([c]);
  expect(await ids('created_by_id=999999')).toEqual([]);
  expect(await ids('order=colour')).toBe("Invalid order field: 'colour'");
  expect(await ids('feature_flag_id=x')).toBe('feature_flag_id must be an integer');
  await act(d, 'archive');
  expect(await ids('')).toEqual([c, b, a]);
  expect(await ids('archived=true')).toEqual([d]);
});

it('keeps projects apart and asks for scopes', async () => {
  const id = await draft('mine');
  const other = await scene.api.newProject();
  const foreign = `/api/projects/${other}/experiments/`;
  for (const [method, path, json] of [
    ['GET', `${id}/`, undefined],
    ['PATCH', `${id}/`, { name: 'theirs' }],
    ['POST', `${id}/launch/`, {}],
    ['POST', `${id}/duplicate/`, {}],
  ] as const) {
    expect((await scene.api.call(method, `${foreign}${path}`, { json })).status).toBe(404);
  }
  const holdout = await scene.api.call('POST', `/api/projects/${other}/experiment_holdouts/`, {
    json: { name: 'theirs', filters: [{ rollout_percentage: 1 }] },
  });
  expect((await patch(id, { holdout_id: holdout.body.id })).body).toMatchObject({
    attr: 'holdout_id',
  });
  const key = await scene.api.keyWith(['experiment:read']);
  expect((await scene.api.call('GET', scene.experiments, { key })).status).toBe(200);
  expect((await scene.api.call('POST', `${pathOf(id)}launch/`, { key, json: {} })).status).toBe(
    403,
  );
});

it('gives queries an experiment as it is', async () => {
  const repository = createExperimentRepository(scene.database);
  const id = await draft('asked', {
    start_date: '2026-01-01T00:00:00Z',
    exposure_criteria: { multiple_variant_handling: 'first_seen' },
    only_count_matured_users: true,
  });
  expect(await repository.findForQuery(scene.project, id)).toEqual({
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
    excludedVariants: [],
    onlyCountMaturedUsers: true,
  });
  expect(await repository.findForQuery(await scene.api.newProject(), id)).toBeNull();
  await patch(id, { deleted: true });
  expect(await repository.findForQuery(scene.project, id)).toBeNull();
});
