import { experimentScene, purchases, variants } from '../test-support/experiment-scene';

const scene = experimentScene();
const { act, create, draft, flagOf, patch, read } = scene;

const ofFlag = (given: readonly object[]) => ({
  feature_flag: { filters: { multivariate: { variants: given } } },
});

it('reads variants of a flag in the same spellings as those of parameters', async () => {
  const newer = [
    { key: 'Control', split_percent: 40 },
    { key: 'test', split_percent: 60 },
  ];
  const stored = variants(['control', 40], ['test', 60]);
  const id = await draft('spelling', ofFlag(newer));
  expect((await read(id)).body).toMatchObject({
    parameters: { feature_flag_variants: stored },
    feature_flag: { filters: { multivariate: { variants: stored } } },
  });
  const changed = await patch(id, ofFlag([{ ...newer[0], split_percent: 60 }, newer[1] ?? {}]));
  expect(changed).toMatchObject({ status: 400 });
  const even = newer.map((variant) => ({ ...variant, split_percent: 50 }));
  expect((await patch(id, ofFlag(even))).body).toMatchObject({
    feature_flag: {
      filters: { multivariate: { variants: variants(['control', 50], ['test', 50]) } },
    },
  });
  // Both names of a percentage, one of them without a value.
  const both = variants(['control', 30], ['test', 70]).map((one) => ({
    ...one,
    split_percent: null,
  }));
  const parameters = { feature_flag_variants: both };
  expect((await patch(id, { parameters })).status).toBe(200);
});

it('rejects a rollout percentage of a draft that is not a number from 0 to 100', async () => {
  const id = await draft('share');
  for (const rollout_percentage of ['x', '50', -1, 101, true]) {
    const response = await patch(id, { parameters: { rollout_percentage } });
    expect({ rollout_percentage, status: response.status }).toEqual({
      rollout_percentage,
      status: 400,
    });
  }
  expect((await read(id)).body['parameters']).not.toHaveProperty('rollout_percentage');
});

it('makes a flag whose values stay, if the parameters ask for it', async () => {
  await draft('staying', { parameters: { ensure_experience_continuity: true } });
  expect(await flagOf('staying')).toMatchObject({ ensure_experience_continuity: true });
  await draft('usual');
  expect((await flagOf('usual'))?.['ensure_experience_continuity']).not.toBe(true);
  const parameters = { ensure_experience_continuity: 'maybe' };
  expect(await create({ name: 'x', feature_flag_key: 'x', parameters })).toMatchObject({
    status: 400,
    body: { attr: 'ensure_experience_continuity' },
  });
});

it('puts the holdout into a flag that was there before', async () => {
  const filters = [{ properties: [], rollout_percentage: 10 }];
  const holdouts = `/api/projects/${scene.project}/experiment_holdouts/`;
  const holdout = await scene.api.call('POST', holdouts, { json: { name: 'Nobody', filters } });
  const flag = {
    key: 'linked',
    filters: {
      groups: [{ properties: [], rollout_percentage: 50 }],
      multivariate: { variants: variants(['control', 50], ['test', 50]) },
    },
  };
  expect((await scene.api.call('POST', scene.flags, { json: flag })).status).toBe(201);
  await draft('linked', { holdout_id: holdout.body.id });
  const held = {
    version: 2,
    filters: {
      ...flag.filters,
      holdout_groups: [{ rollout_percentage: 10, variant: `holdout-${holdout.body.id}` }],
    },
  };
  expect(await flagOf('linked')).toMatchObject(held);
  // Another experiment about the flag, without a holdout, leaves the flag as it is.
  await draft('linked', { name: 'second' });
  expect(await flagOf('linked')).toMatchObject(held);
});

it('excludes variants from results, but neither the baseline nor all others', async () => {
  const three = variants(['control', 40], ['a', 30], ['b', 30]);
  const excluding = (excluded_variants: unknown, more: object = {}) => ({
    parameters: { feature_flag_variants: three, excluded_variants, ...more },
  });
  const id = await draft('excluding', excluding(['b']));
  expect((await read(id)).body).toMatchObject({
    ...excluding(['b']),
    feature_flag: { filters: { multivariate: { variants: three } } },
  });
  const rejected: [unknown, object?][] = [
    ['b'],
    [[1]],
    [['control']],
    [['c']],
    [['a', 'b']],
    [['a'], { feature_flag_variants: null }],
  ];
  for (const [keys, more] of rejected) {
    const response = await patch(id, excluding(keys, more));
    expect({ keys, status: response.status }).toEqual({ keys, status: 400 });
  }
  expect((await patch(id, excluding([]))).status).toBe(200);
});

it('keeps the settings of the running time under both of their names', async () => {
  const exposure_estimate_config = { conversionRateInputType: 'manual' };
  const id = await draft('duration', {
    parameters: { minimum_detectable_effect: 20, rollout_percentage: 50 },
  });
  expect((await read(id)).body).toMatchObject({
    running_time_calculation: { minimum_detectable_effect: 20 },
  });
  const settings = { recommended_running_time: 14.5, exposure_estimate_config };
  const changed = await patch(id, { running_time_calculation: settings });
  expect(changed.body['running_time_calculation']).toEqual(settings);
  expect(changed.body['parameters']).toMatchObject({ ...settings, rollout_percentage: 50 });
  expect(changed.body['parameters']).not.toHaveProperty('minimum_detectable_effect');
  for (const wrong of [
    { effect: 1 },
    { minimum_detectable_effect: '20' },
    { recommended_sample_size: true },
    { exposure_estimate_config: [] },
    [],
  ]) {
    const response = await patch(id, { running_time_calculation: wrong });
    expect({ wrong, status: response.status }).toEqual({ wrong, status: 400 });
  }
  expect((await patch(id, { running_time_calculation: null })).body).toMatchObject({
    running_time_calculation: {},
  });
});

it('takes an event of exposure without a kind', async () => {
  const exposure_config = { event: 'seen', properties: [] };
  const id = await draft('kindless', { exposure_criteria: { exposure_config } });
  expect((await read(id)).body).toMatchObject({ exposure_criteria: { exposure_config } });
  const kind = { exposure_criteria: { exposure_config: { ...exposure_config, kind: 'Other' } } };
  expect((await patch(id, kind)).status).toBe(400);
});

it('never ends an experiment before it starts', async () => {
  const past = await draft('past', { end_date: '2020-01-01T00:00:00Z' });
  const order = { status: 400, body: { detail: 'End date must be after start date' } };
  expect(await act(past, 'launch')).toMatchObject(order);
  expect((await read(past)).body).toMatchObject({ status: 'draft', start_date: null });
  const later = await draft('later', { start_date: '2999-01-01T00:00:00Z' });
  expect(await act(later, 'end')).toMatchObject(order);
  expect(await act(later, 'ship_variant', { variant_key: 'test' })).toMatchObject(order);
  expect((await read(later)).body).toMatchObject({ end_date: null });
});

it('rejects ids that no row can have', async () => {
  for (const id of [3_000_000_000, -3_000_000_000, 0]) {
    const metric = { ...purchases, source: { kind: 'ActionsNode', id } };
    expect(await create({ name: 'x', feature_flag_key: 'x', metrics: [metric] })).toMatchObject({
      status: 400,
      body: { attr: 'metrics', detail: expect.stringContaining(`ID ${id} not found`) as unknown },
    });
  }
});

it('plans only with numbers that have an answer', async () => {
  const usual = { mean: 1, variance: 1, minimum_detectable_effect: 1, units_per_day: 1 };
  for (const json of [
    { ...usual, mean: 1e-300 },
    { ...usual, units_per_day: 1e-320 },
    { ...usual, alpha: 1e-320 },
    { ...usual, alpha: 0.9, power: 0.01 },
  ]) {
    const response = await scene.api.call('POST', `${scene.experiments}plan/`, { json });
    expect({ json, status: response.status }).toEqual({ json, status: 400 });
  }
});
