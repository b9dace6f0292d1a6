import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi(await createIsolatedStores());
});
afterAll(() => api.stop());

const ORGANIZATION = '/api/organizations/@current/';

describe('organizations', () => {
  it('shows the current one with its projects', async () => {
    const project = await api.newProject('Mine');
    const { status, body } = await api.call('GET', ORGANIZATION);
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: 'default', membership_level: 15, logo_media_id: null });
    for (const list of ['teams', 'projects']) {
      expect(body[list]).toContainEqual(expect.objectContaining({ id: project, name: 'Mine' }));
    }
    expect((await api.call('GET', `/api/organizations/${String(body.id)}/`)).body).toEqual(body);
    expect((await api.call('GET', '/api/organizations/')).body).toMatchObject({
      count: 1,
      next: null,
      results: [{ id: body.id }],
    });
    const other = await api.call('GET', '/api/organizations/00000000-0000-4000-8000-000000000000/');
    expect(other.status).toBe(404);
  });

  it('has members, and projects that can be made', async () => {
    expect((await api.call('GET', `${ORGANIZATION}members/`)).body).toMatchObject({
      count: 1,
      results: [{ user: { email: 'admin@localhost' }, level: 15, is_2fa_enabled: false }],
    });
    const made = await api.call('POST', `${ORGANIZATION}projects/`, { json: { name: 'New' } });
    expect(made.status).toBe(201);
    const one = await api.call('GET', `${ORGANIZATION}projects/${made.body.id}/`);
    expect(one.body).toMatchObject({ id: made.body.id, name: 'New' });
    expect((await api.call('GET', `${ORGANIZATION}projects/999999/`)).status).toBe(404);
    const list = await api.call('GET', `${ORGANIZATION}projects/`);
    expect(list.body).toEqual((await api.call('GET', '/api/projects/')).body);
  });

  it('can be renamed', async () => {
    const before = (await api.call('GET', ORGANIZATION)).body;
    const { status, body } = await api.call('PATCH', ORGANIZATION, { json: { name: ' Acme ' } });
    expect([status, body]).toEqual([200, { ...before, name: 'Acme' }]);
    const rejected = await api.call('PATCH', ORGANIZATION, { json: { name: ' ' } });
    expect(rejected).toMatchObject({ status: 400, body: { code: 'blank', attr: 'name' } });
    const log = await api.call('GET', '/api/projects/1/activity_log/?scope=Organization');
    expect(log.body.results[0]).toMatchObject({
      activity: 'updated',
      detail: { changes: [{ field: 'name', after: 'Acme' }] },
    });
  });

  it('asks for its scope', async () => {
    const key = await api.keyWith(['project:read']);
    expect((await api.call('GET', ORGANIZATION, { key })).body.detail).toBe(
      "API key missing required scope 'organization:read'",
    );
    expect((await api.call('GET', `${ORGANIZATION}projects/`, { key })).status).toBe(200);
  });
});

it('changes a key: label, scopes, projects', async () => {
  const json = { label: 'ci', scopes: ['action:read'] };
  const made = (await api.call('POST', '/api/personal_api_keys/', { json })).body;
  const project = await api.newProject();
  const actions = `/api/projects/${project}/actions/`;
  expect((await api.call('POST', actions, { key: made.value, json: {} })).status).toBe(403);
  const path = `/api/personal_api_keys/${String(made.id)}/`;
  const patched = await api.call('PATCH', path, {
    json: { scopes: ['action:write'], scoped_teams: [project] },
  });
  expect(patched.body).toMatchObject({
    label: 'ci',
    value: null,
    scopes: ['action:write'],
    scoped_teams: [project],
  });
  expect((await api.call('POST', actions, { key: made.value, json: {} })).status).toBe(201);
  expect((await api.call('GET', '/api/projects/1/actions/', { key: made.value })).body.detail).toBe(
    'API key does not have access to the requested project: ID 1.',
  );
  expect((await api.call('PATCH', path, { json: { scopes: ['x:y'] } })).status).toBe(400);
  expect((await api.call('PATCH', path, { json: { scoped_teams: [999_999] } })).status).toBe(400);
  expect((await api.call('PATCH', path, { json: {} })).body).toEqual(patched.body);
});
