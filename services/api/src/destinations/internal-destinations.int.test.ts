import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const LIST = '/api/projects/1/hog_functions/';
const FLAG_CHANGES = {
  source: 'internal-events',
  events: [
    {
      ...{ id: '$activity_log_entry_created', type: 'events' },
      properties: [{ key: 'scope', value: ['FeatureFlag'], operator: 'exact', type: 'event' }],
    },
  ],
};
const body = (more: object = {}) => ({
  type: 'internal_destination',
  name: 'Flags',
  template_id: 'template-webhook',
  inputs: { url: { value: 'https://receiver.example/hook' } },
  filters: FLAG_CHANGES,
  ...more,
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents(), {
    EXPORT_SECRETS_KEY: 'a key of the tests that is long enough',
  });
});
afterAll(() => api.stop());

it('makes a destination of internal events, which lists show if they are asked for it', async () => {
  const made = await api.call('POST', LIST, { json: body({ enabled: true }) });
  expect({ status: made.status, body: made.body }).toMatchObject({
    status: 201,
    body: {
      type: 'internal_destination',
      filters: FLAG_CHANGES,
      template: { type: made.body.type },
    },
  });
  await api.call('POST', LIST, { json: body({ type: 'destination', filters: {} }) });
  const types = async (query: string) =>
    (await api.call('GET', LIST + query)).body.results.map(({ type }) => type);
  expect(await types('')).toEqual(['destination']);
  expect(await types('?type=internal_destination')).toEqual(['internal_destination']);
  expect(await types('?types=destination,internal_destination')).toHaveLength(2);
  expect(await types('?types=site_app')).toEqual([]);
  const path = `${LIST}${String(made.body.id)}/`;
  const changed = await api.call('PATCH', path, { json: { type: 'destination' } });
  expect(changed.body).toEqual({
    type: 'validation_error',
    code: 'invalid_input',
    detail: 'Cannot modify the type of an existing function',
    attr: 'type',
  });
  const filters = { events: [{ id: '$insight_alert_firing' }] };
  const patched = await api.call('PATCH', path, { json: { filters } });
  expect(patched.body['filters']).toEqual({ source: 'internal-events', ...filters });
});

it.each([
  [{ filters: { events: [{ id: '$pageview' }] } }, 'filters__events__0', 'no such internal event'],
  [{ filters: { actions: [{ id: 1 }] } }, 'filters__actions', 'events of visitors'],
  [{ filters: { filter_test_accounts: true } }, 'filters__filter_test_accounts', 'no test'],
  [
    { filters: { properties: [{ key: 'email', type: 'person', value: 'a' }] } },
    'filters__properties',
    'type is event',
  ],
  [{ type: 'destination' }, 'filters__source', 'internal_destination'],
  [{ template_id: 'template-posthog-replicator' }, 'template_id', 'visitors only'],
  [{ type: 'destination', template_id: 'template-slack-activity-log' }, 'type', 'internal'],
])('rejects %j by name', async (wrong, attr, detail) => {
  const response = await api.call('POST', LIST, { json: body(wrong) });
  expect({ status: response.status, body: response.body }).toMatchObject({
    status: 400,
    body: { type: 'validation_error', attr, detail: expect.stringContaining(detail) },
  });
});

it('offers a template for each internal event, and makes a destination of one', async () => {
  const path = '/api/projects/1/hog_function_templates/';
  const plain = await api.call('GET', path);
  expect(plain.body.results.every(({ type }) => type === 'destination')).toBe(true);
  const listed = await api.call('GET', `${path}?types=internal_destination&limit=500`);
  const ids = listed.body.results.map(({ id }) => String(id));
  expect(ids).toContain('template-slack-feature-flag-change');
  expect(ids.join()).not.toContain('replicator');
  const id = 'template-email-feature-flag-change';
  expect((await api.call('GET', `${path}${id}/`)).body).toMatchObject({
    ...{
      id,
      type: 'internal_destination',
      filters: { events: [{ id: FLAG_CHANGES.events[0]?.id }] },
    },
  });
  const made = await api.call('POST', LIST, {
    json: { template_id: id, inputs: { to: { value: 'ops@example.com' } } },
  });
  expect({ status: made.status, body: made.body }).toMatchObject({
    status: 201,
    body: {
      ...{ type: 'internal_destination', template_id: 'template-email' },
      inputs: { text: { value: expect.stringContaining('the flag') } },
    },
  });
});

it('gives a destination of several events without a text the message of each event', async () => {
  const json = {
    type: 'internal_destination',
    template_id: 'template-discord',
    inputs: { webhookUrl: { value: 'https://discord.example/hook' } },
    filters: { events: [{ id: '$insight_alert_firing' }, { id: '$activity_log_entry_created' }] },
  };
  expect((await api.call('POST', LIST, { json })).body).toMatchObject({
    inputs: { content: { value: { content: '{{ message }}' } } },
  });
  const own = { ...json, inputs: { ...json.inputs, content: { value: 'mine' } } };
  expect((await api.call('POST', LIST, { json: own })).body).toMatchObject({
    inputs: { content: { value: 'mine' } },
  });
});
