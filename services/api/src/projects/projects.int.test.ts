import { DEFAULT_SDK_SETTINGS } from '@tidemark/contracts';
import { createLogger } from '@tidemark/platform';
import { createDefinitionsChannel, createRedis } from '@tidemark/redis';
import { waitUntil, sharedEngineUrls, createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());

it('creates, reads and changes a project', async () => {
  const filters = [{ key: 'email', type: 'person', value: '@us', operator: 'not_icontains' }];
  const created = await api.call('POST', '/api/projects/', {
    json: {
      name: 'Shop',
      timezone: 'Europe/Berlin',
      week_start_day: 1,
      test_account_filters: filters,
    },
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(Number),
    uuid: expect.any(String),
    organization: expect.any(String),
    project_id: created.body.id,
    api_token: expect.stringMatching(/^phc_\w{43}$/),
    previous_api_token: null,
    previous_api_token_expires_at: null,
    secret_api_token: null,
    secret_api_token_backup: null,
    name: 'Shop',
    completed_snippet_onboarding: false,
    has_completed_onboarding_for: {},
    ingested_event: false,
    is_demo: false,
    timezone: 'Europe/Berlin',
    access_control: false,
    week_start_day: 1,
    test_account_filters: filters,
    path_cleaning_filters: [],
    person_display_name_properties: null,
    app_urls: [],
    group_types: [],
    anonymize_ips: false,
    session_recording_opt_in: false,
    capture_console_log_opt_in: false,
    ...DEFAULT_SDK_SETTINGS,
    quota_limited_resources: [],
    usage_limits: {},
    survey_config: null,
    event_retention_days: null,
    session_recording_retention_period_days: null,
    slack_incoming_webhook: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const path = `/api/projects/${created.body.id}/`;
  expect((await api.call('GET', path)).body).toEqual(created.body);
  const patched = await api.call('PATCH', path, { json: { name: 'Store', id: 1, api_token: 'x' } });
  expect(patched.body).toEqual({
    ...created.body,
    name: 'Store',
    updated_at: expect.any(String),
  });
  const urls = ['https://shop.example', null];
  await api.call('PATCH', path, { json: { app_urls: urls } });
  expect((await api.call('GET', path)).body.app_urls).toEqual(urls);
  const wrong = await api.call('PATCH', path, { json: { app_urls: ['x'.repeat(201)] } });
  expect(wrong.status).toBe(400);
  expect((await api.call('GET', '/api/projects/@current/')).body.id).toBe(1);
});

it.each([
  [{}, 'required', 'name'],
  [{ name: '' }, 'blank', 'name'],
  [{ name: 'x', timezone: 'Mars/Olympus' }, 'invalid_choice', 'timezone'],
  [{ name: 'x', timezone: 'europe/berlin' }, 'invalid_choice', 'timezone'],
  [{ name: 'x', timezone: '+01:00' }, 'invalid_choice', 'timezone'],
  [{ name: 'x', week_start_day: 2 }, 'max_value', 'week_start_day'],
  [{ name: 'x', test_account_filters: {} }, 'not_a_list', 'test_account_filters'],
  [
    { name: 'x', human_friendly_comparison_periods: true },
    'invalid_input',
    'human_friendly_comparison_periods',
  ],
])('rejects %j', async (json, code, attr) => {
  const response = await api.call('POST', '/api/projects/', { json });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
});

it.each(['Asia/Kolkata', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'US/Pacific'])(
  'takes the time zone %s as it is',
  async (timezone) => {
    const { body } = await api.call('POST', '/api/projects/', { json: { name: 'Z', timezone } });
    expect(body.timezone).toBe(timezone);
  },
);

it('lists in pages with absolute links', async () => {
  const first = await api.call('GET', '/api/projects/?limit=1');
  expect(first.body.results.map(({ id }) => id)).toEqual([1]);
  expect(first.body.next).toBe(`${api.base}/api/projects/?limit=1&offset=1`);
  expect(first.body.previous).toBeNull();
  const forged = await api.call('GET', '/api/projects/?limit=1', {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  });
  expect(forged.body.next).toBe(first.body.next);
  const beyond = await api.call('GET', '/api/projects/?offset=1000');
  expect(beyond.body).toMatchObject({ count: first.body.count, results: [], next: null });
});

it('announces what it changed', async () => {
  const logger = createLogger('test', 'warn');
  const url = sharedEngineUrls().redis;
  const publisher = createRedis(url, 'consumer', logger);
  const subscriber = createRedis(url, 'pubsub', logger);
  const heard: unknown[] = [];
  const channel = createDefinitionsChannel({ publisher, subscriber });
  const unsubscribe = await channel.subscribe((change) => heard.push(change));

  const id = await api.newProject();
  const flag = await api.call('POST', `/api/projects/${id}/feature_flags/`, { json: { key: 'f' } });
  expect(flag.status).toBe(201);
  await waitUntil(() => {
    expect(heard).toContainEqual({ project_id: id, what: 'project' });
    expect(heard).toContainEqual({ project_id: id, what: 'feature_flags' });
  });
  await unsubscribe();
  await Promise.all([publisher.quit(), subscriber.quit()]);
});

it('shows a secret key once, keeps the one before as a backup, and deletes that', async () => {
  const path = `/api/projects/${await api.newProject()}`;
  const first = await api.call('PATCH', `${path}/rotate_secret_token/`, { json: {} });
  expect(first.body).toMatchObject({
    secret_api_token: expect.stringMatching(/^phs_\w{46}$/),
    secret_api_token_backup: null,
  });
  const mask = /^phs_\.\.\.\w{4}$/;
  expect((await api.call('GET', `${path}/`)).body.secret_api_token).toMatch(mask);
  const second = await api.call('PATCH', `${path}/rotate_secret_token/`, { json: {} });
  expect(second.body.secret_api_token).not.toBe(first.body.secret_api_token);
  expect(second.body.secret_api_token_backup).toMatch(mask);
  const deleted = await api.call('PATCH', `${path}/delete_secret_token_backup/`, { json: {} });
  expect(deleted.body).toMatchObject({
    secret_api_token: expect.stringMatching(mask),
    secret_api_token_backup: null,
  });
});

it('makes a new token, and shows the old one while it is taken', async () => {
  const path = `/api/projects/${await api.newProject()}`;
  const old = (await api.call('GET', `${path}/`)).body['api_token'];
  const reset = await api.call('PATCH', `${path}/reset_token/`, { json: { grace_seconds: 600 } });
  expect(reset).toMatchObject({
    status: 200,
    body: {
      api_token: expect.stringMatching(/^phc_\w{43}$/) as string,
      previous_api_token: old,
      previous_api_token_expires_at: expect.stringMatching(/Z$/) as string,
    },
  });
  expect(reset.body['api_token']).not.toBe(old);
  const shown = (await api.call('GET', `${path}/`)).body;
  expect(shown).toMatchObject({ previous_api_token: old, api_token: reset.body['api_token'] });
  const ended = await api.call('PATCH', `${path}/reset_token`, { json: { grace_seconds: 0 } });
  expect(ended.body).toMatchObject({
    previous_api_token: null,
    previous_api_token_expires_at: null,
  });
  for (const seconds of [-1, 'soon', 400 * 86_400]) {
    const json = { grace_seconds: seconds };
    const response = await api.call('PATCH', `${path}/reset_token/`, { json });
    expect(response).toMatchObject({ status: 400, body: { attr: 'grace_seconds' } });
  }
  const key = await api.keyWith(['project:read']);
  expect((await api.call('PATCH', `${path}/reset_token/`, { key, json: {} })).status).toBe(403);
});

it('returns who the key belongs to', async () => {
  const { body } = await api.call('GET', '/api/users/@me/');
  expect(body).toMatchObject({
    id: 1,
    distinct_id: expect.any(String),
    email: 'admin@localhost',
    team: { id: 1, organization: expect.any(String) },
    organization: { id: expect.any(String), slug: 'default' },
  });
  expect(body.organizations).toEqual([body.organization]);
});

it('keeps the quotas that are used up, and whether sessions are recorded', async () => {
  const { body: project } = await api.call('POST', '/api/projects/', { json: { name: 'Q' } });
  const path = `/api/projects/${project.id}/`;
  const json = {
    session_recording_opt_in: true,
    quota_limited_resources: [
      'events',
      { resource: 'recordings', until: '2026-02-01T00:00:00+01:00' },
      { resource: 'events', until: null },
    ],
  };
  const expected = {
    session_recording_opt_in: true,
    capture_console_log_opt_in: false,
    quota_limited_resources: [
      { resource: 'events', until: null },
      { resource: 'recordings', until: '2026-01-31T23:00:00.000Z' },
    ],
  };
  expect((await api.call('PATCH', path, { json })).body).toMatchObject(expected);
  expect((await api.call('PATCH', path, { json: { name: 'R' } })).body).toMatchObject(expected);
  const lifted = await api.call('PATCH', path, { json: { quota_limited_resources: [] } });
  expect(lifted.body).toMatchObject({ quota_limited_resources: [] });
});

it.each([
  [['air'], 'invalid_choice'],
  [[{ resource: 'events', until: 'soon' }], 'invalid_input'],
  [[{}], 'required'],
  ['events', 'not_a_list'],
])('rejects the quotas %j', async (limits, code) => {
  const json = { quota_limited_resources: limits };
  const response = await api.call('PATCH', '/api/projects/1/', { json });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code });
});
