import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());

it('keeps rules of path cleaning in their order, and rejects invalid regular expressions', async () => {
  const created = await api.call('POST', '/api/projects/', { json: { name: 'Paths' } });
  const path = `/api/projects/${created.body.id}/`;
  const rules = (list: unknown) =>
    api.call('PATCH', path, { json: { path_cleaning_filters: list } });
  const later = { alias: '/b', regex: '^/b', order: 1 };
  expect((await rules([later, { regex: '[0-9]+', order: 0 }])).body.path_cleaning_filters).toEqual([
    { alias: '', regex: '[0-9]+' },
    { alias: '/b', regex: '^/b' },
  ]);
  const wrong = await rules([{ alias: 'x', regex: '(' }]);
  expect(wrong.status).toBe(400);
  expect(wrong.body.attr).toBe('path_cleaning_filters__0__regex');
  expect((await rules([{ alias: 'x' }])).status).toBe(400);
  expect((await rules(null)).body.path_cleaning_filters).toEqual([]);
});

describe('slack_incoming_webhook', () => {
  const url = 'https://hooks.slack.com/services/T0/B0/a-secret-part';
  const change = (path: string, value: unknown, key = api.masterKey) =>
    api.call('PATCH', path, { json: { slack_incoming_webhook: value }, key });

  it('is stored and returned; only the URL is left out of the activity log', async () => {
    const json = { name: 'Slack', slack_incoming_webhook: url };
    const created = await api.call('POST', '/api/projects/', { json });
    expect(created.body.slack_incoming_webhook).toBe(url);
    const path = `/api/projects/${created.body.id}/`;
    const other = `${url}/2`;
    expect((await change(path, other)).body.slack_incoming_webhook).toBe(other);
    const named = await api.call('PATCH', path, { json: { name: 'Chat' } });
    expect(named.body.slack_incoming_webhook).toBe(other);
    const { body } = await api.call('GET', `${path}activity_log/`);
    expect(JSON.stringify(body)).not.toContain('a-secret-part');
    const changes = (body.results as unknown as { detail: { changes: { field: string }[] } }[])
      .flatMap(({ detail }) => detail.changes)
      .filter(({ field }) => field === 'slack_incoming_webhook');
    expect(changes).toEqual([expect.objectContaining({ before: null, after: null })]);
    for (const none of ['http://chat.internal/hooks/1', '', null]) {
      expect((await change(path, none)).body.slack_incoming_webhook).toBe(none);
    }
  });

  it.each([
    'ftp://hooks.slack.com/services/x',
    'hooks.slack.com/services/x',
    'javascript:alert(1)',
    'https://',
    'https:hooks.slack.com',
    'https://a b/',
    `https://hooks.slack.com/${'x'.repeat(500)}`,
    5,
    {},
    ['https://hooks.slack.com/services/x'],
  ])('is a 400 where it is %j', async (value) => {
    const response = await change('/api/projects/1/', value);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ attr: 'slack_incoming_webhook' });
    expect((await api.call('GET', '/api/projects/1/')).body.slack_incoming_webhook).toBeNull();
  });
});

describe.each(['event_retention_days', 'session_recording_retention_period_days'])(
  '%s',
  (field) => {
    const path = '/api/projects/1/';
    const change = (value: unknown, key = api.masterKey) =>
      api.call('PATCH', path, { json: { [field]: value }, key });

    it.each([
      [0, 'min_value'],
      [-1, 'min_value'],
      [36_526, 'max_value'],
      [1.5, 'invalid_input'],
      ['soon', 'invalid_input'],
      [{}, 'invalid_input'],
    ])('rejects %j', async (value, code) => {
      const response = await change(value);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ type: 'validation_error', code, attr: field });
      expect((await api.call('GET', path)).body[field]).toBeNull();
    });

    it('takes days, leaves the other alone, is returned, and null means for ever', async () => {
      const changed = await change(30);
      expect([changed.status, changed.body[field]]).toEqual([200, 30]);
      expect((await change(36_525)).body[field]).toBe(36_525);
      const renamed = await api.call('PATCH', path, { json: { name: 'Default project' } });
      expect(renamed.body[field]).toBe(36_525);
      expect((await change(null)).body[field]).toBeNull();
      const log = await api.call('GET', `${path}activity_log/?scope=Team&limit=3`);
      expect(log.body.results).toMatchObject([
        { detail: { changes: [{ field, action: 'deleted', before: 36_525, after: null }] } },
        { detail: { changes: [{ field, action: 'changed', before: 30, after: 36_525 }] } },
        { detail: { changes: [{ field, action: 'created', before: null, after: 30 }] } },
      ]);
    });

    it('needs project:write', async () => {
      const reader = await api.keyWith(['project:read']);
      const response = await change(30, reader);
      expect(response.status).toBe(403);
      expect(response.body.detail).toBe("API key missing required scope 'project:write'");
    });
  },
);
