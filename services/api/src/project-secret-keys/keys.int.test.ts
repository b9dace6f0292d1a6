import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let other: number;
const KEYS = '/api/projects/1/project_secret_api_keys/';
const QUERY = '/api/projects/1/query/';
const CLOSED = 'This action does not support project secret API key access';
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
  other = await api.newProject('Other');
});
afterAll(() => api.stop());

const create = (json: unknown, path = KEYS) => api.call('POST', path, { json });
const issue = async (label: string, scopes: readonly string[] = ['query:read']) =>
  (await create({ label, scopes })).body;
const ask = (key: string | null, path = QUERY, more: object = {}) =>
  api.call('POST', path, {
    key,
    json: { query: { kind: 'HogQLQuery', query: 'select 1' }, ...more },
  });

it('shows the value of a new key once', async () => {
  const { status, body } = await create({ label: ' server ', scopes: ['query:read'] });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    label: 'server',
    value: expect.stringMatching(/^phs_\w{46}$/),
    mask_value: `phs_...${body.value.slice(-4)}`,
    created_at: expect.any(String),
    created_by: expect.objectContaining({ id: 1 }),
    last_used_at: null,
    last_rolled_at: null,
    scopes: ['query:read'],
  });
  const list = await api.call('GET', KEYS);
  expect(list.body.count).toBe(1);
  expect(list.body.results[0]).toEqual({ ...body, value: null });
  const one = await api.call('GET', `${KEYS}${body.id}/`);
  expect(one.body).toEqual({ ...body, value: null });
});

it('runs queries with it, wherever it comes in the request', async () => {
  const { value } = await issue('queries');
  expect((await ask(value)).body.results).toEqual([[1]]);
  expect((await ask(value, '/api/environments/@current/query/')).status).toBe(200);
  expect((await ask(null, QUERY, { personal_api_key: value })).status).toBe(200);
  expect((await ask(null, `${QUERY}?personal_api_key=${value}`)).status).toBe(200);
  const mayRunLater = await api.call('POST', `${QUERY}check_auth_for_async/`, { key: value });
  expect(mayRunLater.body).toEqual({ user: 'ok' });
  const listed = await api.call('GET', `${KEYS}?limit=1`);
  expect(listed.body.results[0]).toMatchObject({ label: 'queries' });
});

it('keeps it in its project and within its scopes', async () => {
  const { value } = await issue('walls');
  const elsewhere = await ask(value, `/api/projects/${other}/query/`);
  expect(elsewhere.status).toBe(403);
  expect(elsewhere.body).toMatchObject({
    code: 'permission_denied',
    detail: `API key does not have access to the requested project: ID ${other}.`,
  });
  const flagReader = await issue('flags', ['feature_flag:read']);
  const unscoped = await ask(flagReader.value);
  expect(unscoped.status).toBe(403);
  expect(unscoped.body.detail).toBe("API key missing required scope 'query:read'");
});

it.each([
  ['GET', '/api/users/@me/'],
  ['GET', '/api/personal_api_keys/'],
  ['GET', '/api/personal_api_keys/@current/'],
  ['GET', '/api/projects/'],
  ['GET', '/api/projects/1/'],
  ['POST', '/api/projects/1/actions/'],
  ['GET', '/api/projects/1/feature_flags/'],
  ['GET', KEYS],
])('rejects %s %s, which is for people', async (method, path) => {
  const { value } = await issue(`people ${method} ${path}`.slice(0, 40), [
    'query:read',
    'feature_flag:read',
  ]);
  const response = await api.call(method, path, {
    key: value,
    ...(method === 'POST' && { json: {} }),
  });
  expect([response.status, response.body.detail]).toEqual([403, CLOSED]);
});

it('changes, rolls and deletes a key: a deleted key is rejected immediately', async () => {
  const { id, value } = await issue('life');
  expect((await ask(value)).status).toBe(200);
  const rolled = await api.call('POST', `${KEYS}${id}/roll/`);
  expect(rolled.body).toMatchObject({ id, label: 'life', last_rolled_at: expect.any(String) });
  expect([(await ask(value)).status, (await ask(rolled.body.value)).status]).toEqual([401, 200]);

  const json = { scopes: ['feature_flag:read'], label: 'changed' };
  const changed = await api.call('PATCH', `${KEYS}${id}/`, { json });
  expect(changed.body).toMatchObject({ id, value: null, ...json });
  expect((await ask(rolled.body.value)).status).toBe(403);

  expect((await api.call('DELETE', `${KEYS}${id}/`)).status).toBe(204);
  const deleted = await ask(rolled.body.value);
  expect([deleted.status, deleted.body['code']]).toEqual([401, 'authentication_failed']);
  expect((await api.call('GET', `${KEYS}${id}/`)).status).toBe(404);
});

it('hides the keys of another project', async () => {
  const { id } = await issue('hidden');
  const foreign = `/api/projects/${other}/project_secret_api_keys/`;
  expect((await api.call('GET', foreign)).body.results).toEqual([]);
  const calls = [
    ['GET', `${foreign}${id}/`],
    ['PATCH', `${foreign}${id}/`],
    ['DELETE', `${foreign}${id}/`],
    ['POST', `${foreign}${id}/roll/`],
  ] as const;
  for (const [method, path] of calls) {
    const json = method === 'PATCH' ? { json: { label: 'mine' } } : {};
    expect((await api.call(method, path, json)).status).toBe(404);
  }
});

it.each([
  [{ scopes: ['query:read'] }, 'required', 'label'],
  [{ label: 'x'.repeat(41), scopes: ['query:read'] }, 'max_length', 'label'],
  [{ label: 'x' }, 'required', 'scopes'],
  [{ label: 'x', scopes: [] }, 'empty', 'scopes'],
  [{ label: 'x', scopes: ['*'] }, 'invalid_input', 'scopes'],
  [{ label: 'x', scopes: ['query:fly'] }, 'invalid_input', 'scopes'],
  [{ label: 'x', scopes: ['query:write'] }, 'invalid_input', 'scopes'],
])('rejects %j', async (json, code, attr) => {
  const response = await create(json);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
});

it('has a label once per project, and scopes that its maker has', async () => {
  await issue('twice');
  const again = await create({ label: 'twice', scopes: ['query:read'] });
  expect([again.status, again.body.detail]).toEqual([
    400,
    "Project secret API key with label 'twice' already exists.",
  ]);
  const key = await api.keyWith(['project:write']);
  const json = { label: 'wider', scopes: ['query:read'] };
  expect((await api.call('POST', KEYS, { key, json })).status).toBe(403);
});

it('lets a project have fifty', async () => {
  const path = `/api/projects/${other}/project_secret_api_keys/`;
  const made = Array.from({ length: 50 }, (_, index) =>
    create({ label: `k${index}`, scopes: ['query:read'] }, path),
  );
  expect((await Promise.all(made)).every(({ status }) => status === 201)).toBe(true);
  const beyond = await create({ label: 'beyond', scopes: ['query:read'] }, path);
  expect(beyond.status).toBe(400);
  expect(beyond.body.detail).toMatch(/^You can only have 50 project secret API keys/);
});
