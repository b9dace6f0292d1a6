import { loginScene, tokensOf } from '../test-support/login-scene';

const scene = loginScene();
// The client sends a type of content, but no content.
const begin = () =>
  scene.api.call('POST', '/api/cli-auth/device-code/', {
    key: null,
    headers: { 'content-type': 'application/json' },
  });
const poll = (code: unknown) => scene.post('/api/cli-auth/poll/', { device_code: code });
const authorize = (key: string | null, json: object) =>
  scene.post('/api/cli-auth/authorize/', json, key);

async function newUser(level = 1) {
  const { email } = await scene.newUser(level);
  return tokensOf(await scene.logIn(email)).access;
}

it('gives a program the key of the user who authorized it, once', async () => {
  const begun = await begin();
  expect(begun.status).toBe(200);
  expect(begun.body).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/) as string,
    user_code: expect.stringMatching(/^[A-Z]{4}-\d{4}$/) as string,
    verification_uri: `${scene.api.base}/cli/authorize`,
    verification_uri_complete: `${scene.api.base}/cli/authorize?code=${String(begun.body['user_code'])}`,
    expires_in: 600,
    interval: 5,
  });
  const { device_code: device, user_code: user } = begun.body;
  expect(await poll(device)).toMatchObject({ status: 202, body: { status: 'pending' } });

  const access = await newUser();
  // As a user types it.
  const typed = String(user).toLowerCase().replace('-', ' ');
  const done = await authorize(access, { user_code: typed, project_id: 1, scopes: ['query:read'] });
  expect(done.status).toBe(200);
  const label = expect.stringMatching(/^CLI - .+ - \d{4}-\d\d-\d\d \d\d:\d\d$/) as string;
  expect(done.body).toMatchObject({ status: 'success', label });

  const received = await poll(device);
  expect(received.status).toBe(200);
  expect(received.body).toEqual({
    status: 'authorized',
    personal_api_key: expect.stringMatching(/^phx_/) as string,
    label: done.body['label'],
    project_id: '1',
  });
  expect((await poll(device)).body).toMatchObject({ status: 'expired', error: 'expired_token' });
  const again = await authorize(access, { user_code: user, project_id: 1 });
  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_code' } });

  const key = String(received.body['personal_api_key']);
  const query = { kind: 'HogQLQuery', query: 'select 1' };
  expect((await scene.post('/api/projects/1/query/', { query }, key)).body['results']).toEqual([
    [1],
  ]);
  expect((await scene.api.call('GET', '/api/projects/1/actions/', { key })).status).toBe(403);
});

it('has the scopes of posthog-cli by default', async () => {
  const { device_code: device, user_code } = (await begin()).body;
  expect((await authorize(await newUser(), { user_code, project_id: 1 })).status).toBe(200);
  const { personal_api_key: key } = (await poll(device)).body;
  const path = '/api/projects/1/event_definitions/';
  expect((await scene.api.call('GET', path, { key: String(key) })).status).toBe(200);
});

it('rejects codes, projects, scopes and users that are not valid', async () => {
  const { user_code } = (await begin()).body;
  const access = await newUser();
  expect(await authorize(access, { user_code: 'BCDF-2345', project_id: 1 })).toMatchObject({
    status: 400,
    body: { error: 'invalid_code', error_description: 'User code not found or expired' },
  });
  expect(await authorize(access, { user_code, project_id: 999_999 })).toMatchObject({
    status: 400,
    body: { error: 'invalid_project', error_description: 'Project not found' },
  });
  const wrong = await authorize(access, { user_code, project_id: 1, scopes: ['all:read'] });
  expect(wrong).toMatchObject({ status: 400, body: { detail: 'Invalid scope: all:read' } });
  expect((await authorize(access, { user_code, project_id: 1, scopes: ['*'] })).status).toBe(403);
  expect((await authorize(null, { user_code, project_id: 1 })).status).toBe(401);
  const byKey = { json: { user_code, project_id: 1 } };
  expect((await scene.api.call('POST', '/api/cli-auth/authorize/', byKey)).status).toBe(403);
  expect((await poll('never')).status).toBe(400);
  expect((await scene.post('/api/cli-auth/poll/', {})).body).toMatchObject({
    code: 'required',
    attr: 'device_code',
  });
  // None of these used up the code.
  expect((await authorize(access, { user_code, project_id: 1 })).status).toBe(200);
});
