import { purchases, variants, experimentScene } from '../test-support/experiment-scene';

const scene = experimentScene();
const { draft, pathOf, patch, read, act, flagOf } = scene;

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

it('releases a variant to the people of the conditions, or to everybody', async () => {
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

it('keeps the variants of its flag while it runs; their shares and the key can change', async () => {
  const id = await draft('kept');
  const flag = await flagOf('kept');
  const change = (keys: readonly string[], json: object = {}) => {
    const multivariate = {
      variants: variants(...keys.map((key) => [key, 100 / keys.length] as const)),
    };
    const filters = { groups: [{ properties: [], rollout_percentage: 100 }], multivariate };
    const path = `${scene.flags}${String(flag?.['id'])}/`;
    return scene.api.call('PATCH', path, { json: { filters, ...json } });
  };
  expect((await change(['control', 'other'])).status).toBe(200);
  expect((await act(id, 'launch')).status).toBe(200);
  expect(await change(['control', 'renamed'])).toMatchObject({
    status: 400,
    body: {
      ...{ type: 'validation_error', code: 'invalid_input', attr: 'filters' },
      detail: `Cannot remove variant(s) 'other' from a feature flag that is linked to running experiment(s): "kept" (ID: ${id}). Please stop the experiment(s) before removing variants.`,
    },
  });
  expect((await change(['control', 'other', 'third', 'fourth'])).status).toBe(200);
  expect((await change(['fourth', 'third', 'other', 'control'], { key: 'kept-2' })).status).toBe(
    200,
  );
  expect((await read(id)).body).toMatchObject({ feature_flag_key: 'kept-2' });
  expect((await act(id, 'end', { conclusion: 'won' })).status).toBe(200);
  expect((await change(['one', 'two'])).status).toBe(200);
});

it('turns its flag on and off under the rules for flags that depend on each other', async () => {
  const id = await draft('relied_on', { start_date: '2026-02-01T00:00:00Z' });
  const relied = await flagOf('relied_on');
  const onFlag = (flag: unknown) => ({
    groups: [
      {
        properties: [
          { key: String(flag), type: 'flag', operator: 'flag_evaluates_to', value: 'test' },
        ],
      },
    ],
  });
  const { body: dependent } = await scene.api.call('POST', scene.flags, {
    json: { key: 'dependent', filters: onFlag(relied?.id) },
  });
  const rejected = await act(id, 'pause');
  expect(rejected).toMatchObject({
    status: 400,
    body: {
      detail: expect.stringMatching(/^Cannot disable .* depend on it: dependent \(ID/) as string,
    },
  });
  expect((await read(id)).body).toMatchObject({ status: 'running' });
  const turn = (active: boolean) =>
    scene.api.call('PATCH', `${scene.flags}${dependent.id}/`, { json: { active } });
  await turn(false);
  expect((await act(id, 'pause')).body).toMatchObject({ status: 'paused' });

  const later = await draft('relying');
  const relying = await flagOf('relying');
  const filters = { ...(relying?.['filters'] as object), ...onFlag(relied?.id) };
  await scene.api.call('PATCH', `${scene.flags}${relying?.id}/`, { json: { filters } });
  for (const start of [
    () => act(later, 'launch'),
    () => patch(later, { start_date: '2026-02-01T00:00:00Z' }),
  ]) {
    expect(await start()).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^Cannot enable .*: relied_on \(ID/) as string },
    });
  }
  expect((await read(later)).body).toMatchObject({ status: 'draft' });
  await act(id, 'resume');
  expect((await act(later, 'launch')).body).toMatchObject({ status: 'running' });
  expect((await act(id, 'ship_variant', { variant_key: 'test' })).status).toBe(200);
});

it('is deleted by a change, and comes back by one; DELETE is not there', async () => {
  const id = await draft('gone');
  expect((await scene.api.call('DELETE', pathOf(id))).status).toBe(405);
  expect(await patch(id, { deleted: true })).toMatchObject({
    status: 200,
    body: { deleted: true },
  });
  expect((await read(id)).status).toBe(404);
  expect((await patch(id, { name: 'x' })).status).toBe(404);
  expect((await act(id, 'launch')).status).toBe(404);
  expect((await scene.api.call('GET', scene.experiments)).body).toMatchObject({ count: 0 });
  expect((await flagOf('gone'))?.['experiment_set']).toEqual([]);
  expect((await patch(id, { deleted: false })).body).toMatchObject({ id, deleted: false });
  expect((await flagOf('gone'))?.['experiment_set']).toEqual([id]);
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

  const target = await scene.api.newProject();
  const limited = await scene.api.keyWith(['*'], { scoped_teams: [scene.project] });
  const json = { target_team_id: target, name: 'There', feature_flag_key: '' };
  const path = `${pathOf(id)}copy_to_project/`;
  expect((await scene.api.call('POST', path, { json, key: limited })).status).toBe(403);
  const copied = await scene.api.call('POST', path, { json });
  expect(copied).toMatchObject({
    status: 201,
    body: { name: 'There', feature_flag: { team_id: target, key: 'source', active: false } },
  });
  const there = `/api/projects/${target}/experiments/${copied.body.id}/`;
  expect((await scene.api.call('GET', there)).body).toMatchObject({ name: 'There' });
  expect((await read(copied.body.id)).status).toBe(404);
  const nowhere = { target_team_id: 999_999 };
  expect((await scene.api.call('POST', path, { json: nowhere })).status).toBe(404);
});
