import { createIsolatedStores, createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let other: number;
const ACTIONS = '/api/projects/1/actions/';

beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
  other = await api.newProject('Other');
});
afterAll(() => api.stop());

const get = (path: string, key: string | null) => api.call('GET', path, { key });

describe('credentials', () => {
  const ROUTES = [
    ['GET', ACTIONS],
    ['POST', ACTIONS],
    ['POST', '/api/projects/1/query/'],
    ['DELETE', '/api/projects/1/query/x/'],
    ['GET', '/api/projects/'],
    ['GET', '/api/projects/1/'],
    ['GET', '/api/users/@me/'],
    ['GET', '/api/personal_api_keys/'],
    ['GET', '/api/projects/1/feature_flags/'],
  ] as const;

  it.each(ROUTES)('are needed: %s %s', async (method, path) => {
    const response = await api.call(method, path, { key: null });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.body).toEqual({
      type: 'authentication_error',
      code: 'not_authenticated',
      detail: 'Authentication credentials were not provided.',
      attr: null,
    });
  });

  it.each(ROUTES)('must be right: %s %s', async (method, path) => {
    const response = await api.call(method, path, { key: 'phx_bad' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.body).toEqual({
      type: 'authentication_error',
      code: 'authentication_failed',
      detail: 'Personal API key found in request Authorization header is invalid.',
      attr: null,
    });
  });

  it('are read from header, body and query string; only the first is tried', async () => {
    const key = api.masterKey;
    const at = async (path: string, options: object) =>
      api.call('POST', path, { key: null, json: {}, ...options });
    expect((await at(ACTIONS, { headers: { authorization: `Bearer   ${key}  ` } })).status).toBe(
      201,
    );
    expect((await at(ACTIONS, { json: { personal_api_key: key } })).status).toBe(201);
    expect((await at(`${ACTIONS}?personal_api_key=${key}`, {})).status).toBe(201);
    const wrongBody = await at(`${ACTIONS}?personal_api_key=${key}`, {
      json: { personal_api_key: 'phx_bad' },
    });
    expect(wrongBody.body.detail).toBe('Personal API key found in request body is invalid.');
    const wrongQuery = await at(`${ACTIONS}?personal_api_key=phx_bad`, {});
    expect(wrongQuery.body.detail).toBe(
      'Personal API key found in request query string is invalid.',
    );
    const basic = await at(ACTIONS, { headers: { authorization: 'Basic eDp5' } });
    expect(basic.body.code).toBe('not_authenticated');
  });

  it('are read from small bodies only', async () => {
    const json = { personal_api_key: api.masterKey, pad: 'x'.repeat(64 * 1024) };
    const large = await api.call('POST', ACTIONS, { key: null, json });
    expect([large.status, large.body.code]).toEqual([401, 'not_authenticated']);
    const withHeader = await api.call('POST', ACTIONS, { json });
    expect(withHeader.status).toBe(201);
  });

  it('of bodies are looked for as often as the address may ask', async () => {
    const limited = await startTestApi(await createIsolatedStores(), {
      API_BODY_CREDENTIALS_PER_MINUTE: 2,
    });
    const send = (body: object) => limited.call('POST', ACTIONS, { key: null, json: body });
    expect((await send({ personal_api_key: limited.masterKey, name: 'a' })).status).toBe(201);
    expect((await send({ personal_api_key: 'phx_bad' })).status).toBe(401);
    const third = await send({ personal_api_key: limited.masterKey, name: 'b' });
    expect([third.status, third.body.code]).toEqual([429, 'throttled']);
    expect((await limited.call('POST', ACTIONS, { json: { name: 'c' } })).status).toBe(201);
    await limited.stop();
  });

  it('come before the body', async () => {
    const response = await api.call('POST', ACTIONS, { key: null, raw: '{broken' });
    expect(response.status).toBe(401);
  });
});

describe('scopes', () => {
  it.each([
    ['action:read', 'GET', ACTIONS, 200],
    ['action:read', 'POST', ACTIONS, 403],
    ['action:write', 'GET', ACTIONS, 200],
    ['action:write', 'POST', ACTIONS, 201],
    ['insight:read', 'GET', ACTIONS, 403],
    ['*', 'POST', ACTIONS, 201],
    ['action:read', 'POST', '/api/projects/1/query/', 403],
    ['project:read', 'GET', '/api/projects/', 200],
    ['project:read', 'POST', '/api/projects/', 403],
    ['project:read', 'PATCH', '/api/projects/1/', 403],
    ['project:write', 'GET', '/api/projects/1/', 200],
    ['feature_flag:read', 'GET', '/api/projects/1/feature_flags/', 200],
    ['feature_flag:read', 'POST', '/api/projects/1/feature_flags/', 403],
    ['action:write', 'POST', '/api/personal_api_keys/', 403],
    ['action:write', 'GET', '/api/users/@me/', 200],
    ['action:write', 'GET', '/api/personal_api_keys/@current', 200],
  ])('a key with %s: %s %s is %i', async (scope, method, path, status) => {
    const key = await api.keyWith([scope]);
    const response = await api.call(method, path, { key, ...(method !== 'GET' && { json: {} }) });
    expect(response.status).toBe(status);
  });

  it('that are missing are named', async () => {
    const key = await api.keyWith(['action:read']);
    const response = await api.call('POST', ACTIONS, { key, raw: '{broken' });
    expect(response.body).toEqual({
      type: 'authentication_error',
      code: 'permission_denied',
      detail: "API key missing required scope 'action:write'",
      attr: null,
    });
  });
});

describe('keys limited to projects', () => {
  it('reach only those', async () => {
    const key = await api.keyWith(['*'], { scoped_teams: [other] });
    const denied = await get(ACTIONS, key);
    expect(denied.status).toBe(403);
    expect(denied.body.detail).toBe('API key does not have access to the requested project: ID 1.');
    expect((await get(`/api/projects/${other}/actions/`, key)).status).toBe(200);
    expect((await get(`/api/projects/${other}/`, key)).status).toBe(200);
    expect((await get('/api/projects/@current/', key)).body.id).toBe(other);
    expect((await get('/api/users/@me/', key)).status).toBe(200);
  });

  it.each([
    ['GET', '/api/projects/'],
    ['POST', '/api/projects/'],
    ['POST', '/api/personal_api_keys/'],
  ])('cannot %s %s, not even with scope *', async (method, path) => {
    const key = await api.keyWith(['*'], { scoped_teams: [other] });
    const response = await api.call(method, path, { key });
    expect(response.status).toBe(403);
    expect(response.body.detail).toBe(
      'API keys with scoped projects are only supported on project-based endpoints.',
    );
  });
});

describe('paths', () => {
  it.each(['999999', 'abc', '99999999999', '@nobody'])('do not find project %s', async (id) => {
    const response = await get(`/api/projects/${id}/actions/`, api.masterKey);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({
      type: 'invalid_request',
      code: 'not_found',
      detail: 'Project not found.',
      attr: null,
    });
  });

  it.each([
    '/api/projects/@current/actions',
    '/api/projects/@current/actions/',
    '/api/environments/1/actions/',
    '/api/environments/@current/actions',
  ])('have aliases: %s', async (path) => {
    expect((await get(path, api.masterKey)).status).toBe(200);
  });

  it.each(['/api/nonsense/', '/api/projects/1/nonsense/', '/', '/api/projects/%E0%A4%A/'])(
    'that do not exist are a 404: %s',
    async (path) => {
      const response = await get(path, api.masterKey);
      expect(response.status).toBe(404);
      expect(response.body).toEqual({
        type: 'invalid_request',
        code: 'not_found',
        detail: 'Endpoint not found.',
        attr: null,
      });
    },
  );

  it('tell a wrong method', async () => {
    const response = await api.call('PUT', '/api/projects/1/query/q1/', { json: {} });
    expect(response.status).toBe(405);
    expect(response.body).toMatchObject({ detail: 'Method "PUT" not allowed.' });
  });
});

it('a revoked key stops working at once in the process that revoked it', async () => {
  const issued = await api.call('POST', '/api/personal_api_keys/', {
    json: { label: 'short-lived', scopes: ['action:read'] },
  });
  expect((await get(ACTIONS, issued.body.value)).status).toBe(200);
  const path = `/api/personal_api_keys/${issued.body.id}/`;
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect((await get(ACTIONS, issued.body.value)).status).toBe(401);
  expect((await api.call('DELETE', path)).status).toBe(404);
});
