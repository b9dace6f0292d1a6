import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let root: string;
let path: string;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  database = createDatabase(urls.postgres, { poolSize: 1, logger });
  api = await startTestApi(urls, {
    FLAG_SECRETS_KEY: 'a key of the tests for payloads, long enough',
  });
});
afterAll(() => Promise.all([api.stop(), database.close()]));

beforeEach(async () => {
  root = `/api/projects/${await api.newProject()}`;
  path = await flag({ key: 'first', name: 'One', tags: ['a'], filters: rolledOut(10) });
});

const rolledOut = (percentage: number, payload?: string) => ({
  groups: [{ properties: [], rollout_percentage: percentage }],
  ...(payload !== undefined && { payloads: { true: payload } }),
});
const flag = async (json: object): Promise<string> =>
  `${root}/feature_flags/${(await api.call('POST', `${root}/feature_flags/`, { json })).body.id}/`;
const patch = async (json: object): Promise<WireBody> => {
  const { status, body } = await api.call('PATCH', path, { json });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};
const version = (number: number | string) => api.call('GET', `${path}versions/${number}/`);

it('reads a flag as it was in each version', async () => {
  await patch({ filters: rolledOut(50), active: false });
  await patch({ name: 'Two', tags: ['b'], key: 'second' });
  const [first, second, third] = await Promise.all([version(1), version(2), version(3)]);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    ...{ key: 'first', name: 'One', tags: ['a'], active: true, version: 1, is_historical: true },
    filters: { groups: [{ rollout_percentage: 10 }] },
    created_by: 1,
    modified_by: 1,
  });
  expect(first.body['version_timestamp']).toBe(first.body['created_at']);
  expect(second.body).toMatchObject({
    ...{ key: 'first', name: 'One', tags: ['a'], active: false, version: 2, is_historical: true },
    filters: { groups: [{ rollout_percentage: 50 }] },
  });
  expect(third.body).toMatchObject({
    ...{ key: 'second', name: 'Two', tags: ['b'], active: false, version: 3 },
    is_historical: false,
  });
});

it('has no versions beyond the current one, and none of other projects', async () => {
  for (const number of [0, 2, 'x']) expect((await version(number)).status).toBe(404);
  const foreign = path.replace(root, `/api/projects/${await api.newProject()}`);
  expect((await api.call('GET', `${foreign}versions/1/`)).status).toBe(404);
  const stranger = await api.keyWith(['action:read']);
  expect((await api.call('GET', `${path}versions/1/`, { key: stranger })).status).toBe(403);
});

it('does not make a version from an incomplete history', async () => {
  await patch({ name: 'Two' });
  await patch({ name: 'Three' });
  await database.db
    .deleteFrom('activity_log')
    .where('scope', '=', 'FeatureFlag')
    .where('item_id', '=', path.split('/').at(-2) ?? '')
    .where('activity', '=', 'updated')
    .execute();
  const { status, body } = await version(1);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'incomplete_history' });
});

it('shows no version with encrypted payloads', async () => {
  path = await flag({
    ...{ key: 'sealed', is_remote_configuration: true, has_encrypted_payloads: true },
    filters: rolledOut(100, '"secret"'),
  });
  const sealed = await version(1);
  expect(sealed.status).toBe(400);
  expect(sealed.text).not.toContain('filters');
});

it('changes the tags of many flags at once', async () => {
  const other = await flag({ key: 'other', tags: ['b'] });
  const [one, two] = [path, other].map((text) => Number(text.split('/').at(-2)));
  const change = (json: object) =>
    api.call('POST', `${root}/feature_flags/bulk_update_tags/`, { json });
  const { status, body } = await change({
    ids: [one, two, 999_999],
    action: 'add',
    tags: [' New ', 'a'],
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    updated: [
      { id: one, tags: ['a', 'new'] },
      { id: two, tags: ['a', 'b', 'new'] },
    ],
    skipped: [{ id: 999_999, reason: 'Not found or no edit access' }],
  });
  expect((await api.call('GET', path)).body).toMatchObject({ tags: ['a', 'new'], version: 2 });
  await change({ ids: [one], action: 'add', tags: ['new'] });
  expect((await api.call('GET', path)).body).toMatchObject({ version: 2 });
  await change({ ids: [one, two], action: 'remove', tags: ['new', 'a'] });
  expect((await api.call('GET', other)).body).toMatchObject({ tags: ['b'] });
  expect((await change({ ids: [one], action: 'add', tags: [] })).status).toBe(400);
  const key = await api.keyWith(['feature_flag:read']);
  const json = { ids: [one], action: 'set', tags: [] };
  const read = await api.call('POST', `${root}/feature_flags/bulk_update_tags/`, { json, key });
  expect(read.status).toBe(403);
});
