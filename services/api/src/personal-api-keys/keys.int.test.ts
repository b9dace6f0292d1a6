import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
const KEYS = '/api/personal_api_keys/';
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());

const create = (json: unknown) => api.call('POST', KEYS, { json });

it('shows the value of a new key once', async () => {
  const { status, body } = await create({ label: ' ci ', scopes: ['action:read', 'query:read'] });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    label: 'ci',
    description: null,
    value: expect.stringMatching(/^phx_\w{46}$/),
    mask_value: `phx_...${body.value.slice(-4)}`,
    created_at: expect.any(String),
    last_used_at: null,
    last_rolled_at: null,
    user_id: 1,
    scopes: ['action:read', 'query:read'],
    scoped_teams: [],
    scoped_organizations: [],
    is_legacy_hashing: false,
    local_dev_value: null,
  });
  const list = await api.call('GET', KEYS);
  const [newest] = list.body as unknown as { id: string; value: null }[];
  expect(newest).toMatchObject({ id: body.id, value: null });
  const current = await api.call('GET', `${KEYS}@current`, { key: body.value });
  expect(current.body).toMatchObject({ id: body.id, value: null, scopes: body.scopes });
});

it.each([
  [{ scopes: ['*'] }, 'required', 'label'],
  [{ label: ' ', scopes: ['*'] }, 'blank', 'label'],
  [{ label: 'x' }, 'required', 'scopes'],
  [{ label: 'x', scopes: [] }, 'empty', 'scopes'],
  [{ label: 'x', scopes: '*' }, 'not_a_list', 'scopes'],
  [{ label: 'x', scopes: ['*'], scoped_teams: [999] }, 'invalid_input', 'scoped_teams'],
  [
    { label: 'x', scopes: ['*'], scoped_organizations: ['x'] },
    'invalid_input',
    'scoped_organizations',
  ],
])('rejects %j', async (json, code, attr) => {
  const response = await create(json);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
});

it('names a scope that does not exist', async () => {
  const response = await create({ label: 'x', scopes: ['action:fly'] });
  expect(response.body).toMatchObject({ detail: 'Invalid scope: action:fly', attr: 'scopes' });
  expect(String(response.body.attr)).toMatch(/^scopes/);
});

it('rolls a key: the old value dies, the new one works', async () => {
  const old = (await create({ label: 'roll', scopes: ['action:read'] })).body;
  const use = async (key: string) =>
    (await api.call('GET', '/api/projects/1/actions/', { key })).status;
  expect(await use(old.value)).toBe(200);
  const rolled = await api.call('POST', `${KEYS}${old.id}/roll/`);
  expect(rolled.body).toMatchObject({ id: old.id, scopes: ['action:read'] });
  expect([await use(old.value), await use(rolled.body.value)]).toEqual([401, 200]);
});
