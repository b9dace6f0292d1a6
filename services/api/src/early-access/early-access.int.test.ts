import { createLogger } from '@tidemark/platform';
import { createDatabase, createEarlyAccessRepository } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let features: string;
let flags: string;
beforeAll(async () => {
  const stores = await createStoresWithoutEvents();
  api = await startTestApi(stores);
  database = createDatabase(stores.postgres, {
    poolSize: 1,
    logger: createLogger('test', 'silent'),
  });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  const project = await api.newProject();
  features = `/api/projects/${project}/early_access_feature/`;
  flags = `/api/projects/${project}/feature_flags/`;
});

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };

async function newFlag(key: string, filters: object = everyone): Promise<number> {
  const response = await api.call('POST', flags, { json: { key, filters } });
  expect(response.status).toBe(201);
  return response.body.id;
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

it('a feature that cannot be stored leaves no flag behind', async () => {
  const repository = createEarlyAccessRepository(database);
  const project = await api.newProject();
  const write = (payload: Readonly<Record<string, unknown>>) =>
    repository.createWithFlag(
      project,
      1,
      { key: 'board' },
      { name: 'Board', stage: 'beta', payload },
    );
  await expect(write({ text: 'no \u0000 in documents' })).rejects.toThrow();
  const listed = await api.call('GET', `/api/projects/${project}/feature_flags/`);
  expect(listed.body).toMatchObject({ count: 0 });
  expect(await write({})).toMatchObject({ feature: { name: 'Board' }, flag: { key: 'board' } });
  expect(await write({})).toBeNull();
  expect(await repository.list(project, { limit: null, offset: 0 })).toMatchObject({ count: 1 });
});

it('rejects flags that cannot stand for a feature', async () => {
  const rejection = async (flag: number): Promise<string> => {
    const response = await create({ name: 'x', stage: 'beta', feature_flag_id: flag });
    expect(response.body).toMatchObject({ type: 'validation_error', attr: 'feature_flag_id' });
    return response.body.detail;
  };
  const linked = await newFlag('linked');
  await create({ name: 'first', stage: 'beta', feature_flag_id: linked });
  expect(await rejection(linked)).toBe(
    'Linked feature flag linked already has a feature attached to it.',
  );
  const variants = [{ key: 'a', rollout_percentage: 100 }];
  expect(
    await rejection(await newFlag('exp', { ...everyone, multivariate: { variants } })),
  ).toMatch(/^Multivariate/);
  const enrolling = { ...everyone, feature_enrollment: true };
  const aboutGroups = [{ properties: [], aggregation_group_type_index: 0 }];
  for (const more of [
    { multivariate: { variants } },
    { aggregation_group_type_index: 0 },
    { groups: aboutGroups },
  ]) {
    const json = { key: 'wish', filters: { ...enrolling, ...more } };
    expect(await api.call('POST', flags, { json })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/not supported for Early Access Features/) },
    });
  }
  expect(
    await api.call('PATCH', `${flags}${linked}/`, { json: { filters: { groups: aboutGroups } } }),
  ).toMatchObject({ status: 400, body: { attr: 'filters' } });
  expect(await rejection(await newFlag('mixed', { groups: aboutGroups }))).toMatch(/^Group-based/);
  const groups = await newFlag('group', { ...everyone, aggregation_group_type_index: 0 });
  expect(await rejection(groups)).toMatch(/^Group-based/);
  const elsewhere = await api.newProject();
  const foreign = await api.call('POST', `/api/projects/${elsewhere}/feature_flags/`, {
    json: { key: 'theirs', filters: everyone },
  });
  expect(await rejection(foreign.body.id)).toBe('Feature Flag with this ID does not exist');
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
