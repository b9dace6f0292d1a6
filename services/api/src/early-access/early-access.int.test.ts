import { createIsolatedDatabaseUrl, sharedEngineUrls } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let features: string;
let flags: string;
beforeAll(async () => {
  const postgres = await createIsolatedDatabaseUrl();
  api = await startTestApi({ ...sharedEngineUrls(), postgres });
});
afterAll(() => api.stop());
beforeEach(async () => {
  const project = await api.newProject();
  features = `/api/projects/${project}/early_access_feature/`;
  flags = `/api/projects/${project}/feature_flags/`;
});

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };

async function newFlag(key: string, filters: object = everyone): Promise<number> {
  const answer = await api.call('POST', flags, { json: { key, filters } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
async function filtersOf(id: number): Promise<unknown> {
  return (await api.call('GET', `${flags}${id}/`)).body['filters'];
}
const create = (json: object) => api.call('POST', features, { json });

it('a feature takes an existing flag, whose early access follows the stage', async () => {
  const flag = await newFlag('board');
  const made = await create({ name: 'Board', stage: 'concept', feature_flag_id: flag });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Board',
      description: '',
      stage: 'concept',
      documentation_url: '',
      payload: {},
      feature_flag: { id: flag, key: 'board' },
    },
  });
  expect(await filtersOf(flag)).toEqual(everyone);

  const path = `${features}${String(made.body.id)}/`;
  const released = await api.call('PATCH', path, { json: { stage: 'beta', payload: { a: 1 } } });
  expect(released).toMatchObject({
    status: 200,
    body: {
      stage: 'beta',
      payload: { a: 1 },
      feature_flag: { version: 2, filters: { ...everyone, feature_enrollment: true } },
    },
  });
  expect((await api.call('PATCH', path, { json: {} })).body).toMatchObject({
    name: 'Board',
    feature_flag: { version: 2 },
  });
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect(await filtersOf(flag)).toEqual(everyone);
  expect((await api.call('GET', path)).status).toBe(404);
});

it('a new flag is off for everybody and has the name as its key', async () => {
  const made = await create({ name: 'New Board!', stage: 'alpha' });
  expect(made.body['feature_flag']).toMatchObject({
    key: 'new-board',
    filters: { groups: [{ properties: [], rollout_percentage: 0 }], feature_enrollment: true },
  });
  expect((await api.call('GET', features)).body).toMatchObject({
    count: 1,
    next: null,
    results: [{ name: 'New Board!' }],
  });
});

it('refuses flags that cannot stand for a feature', async () => {
  const refusal = async (flag: number): Promise<string> => {
    const answer = await create({ name: 'x', stage: 'beta', feature_flag_id: flag });
    expect(answer.body).toMatchObject({ type: 'validation_error', attr: 'feature_flag_id' });
    return answer.body.detail;
  };
  const linked = await newFlag('linked');
  await create({ name: 'first', stage: 'beta', feature_flag_id: linked });
  expect(await refusal(linked)).toBe(
    'Linked feature flag linked already has a feature attached to it.',
  );
  const variants = [{ key: 'a', rollout_percentage: 100 }];
  expect(await refusal(await newFlag('exp', { ...everyone, multivariate: { variants } }))).toMatch(
    /^Multivariate/,
  );
  const groups = await newFlag('group', { ...everyone, aggregation_group_type_index: 0 });
  expect(await refusal(groups)).toMatch(/^Group-based/);
  const elsewhere = await api.newProject();
  const foreign = await api.call('POST', `/api/projects/${elsewhere}/feature_flags/`, {
    json: { key: 'theirs', filters: everyone },
  });
  expect(await refusal(foreign.body.id)).toBe('Feature Flag with this ID does not exist');
});

it('another project’s feature is not found; scopes are asked for', async () => {
  const made = await create({ name: 'mine', stage: 'beta' });
  const other = await api.newProject();
  const path = `/api/projects/${other}/early_access_feature/${String(made.body.id)}/`;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const json = method === 'PATCH' ? { name: 'theirs' } : undefined;
    expect((await api.call(method, path, { json })).status).toBe(404);
  }
  expect((await api.call('GET', `${features}nope/`)).status).toBe(404);
  const key = await api.keyWith(['early_access_feature:read']);
  expect((await api.call('GET', features, { key })).status).toBe(200);
  expect(
    (await api.call('POST', features, { key, json: { name: 'x', stage: 'beta' } })).status,
  ).toBe(403);
});
