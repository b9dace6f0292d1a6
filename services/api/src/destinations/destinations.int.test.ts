import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const LIST = '/api/projects/1/hog_functions/';
const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const URL_INPUT = { url: { value: 'https://receiver.example/hook' } };
const body = (more: object = {}) => ({
  type: 'destination',
  name: 'Hook',
  template_id: 'template-webhook',
  inputs: URL_INPUT,
  ...more,
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents(), {
    EXPORT_SECRETS_KEY: 'a key of the tests that is long enough',
  });
});
afterAll(() => api.stop());

const create = async (json: object) => {
  const created = await api.call('POST', LIST, { json });
  return { ...created, path: `${LIST}${String(created.body.id)}/` };
};

it('makes, shows, changes, deletes and restores a destination, and never shows a secret', async () => {
  const inputs = { ...URL_INPUT, signing_secret: { value: SECRET } };
  const { status, body: made, path } = await create(body({ inputs, enabled: true }));
  expect(status).toBe(201);
  expect(made).toMatchObject({
    type: 'destination',
    enabled: true,
    ordered: false,
    inputs: { ...URL_INPUT, signing_secret: { secret: true } },
    template: { id: 'template-webhook' },
    status: { state: 1 },
  });
  const kept = {
    inputs: { url: { value: 'https://b.example/' }, signing_secret: { secret: true } },
  };
  const changed = await api.call('PATCH', path, { json: kept });
  expect(changed.body['inputs']).toEqual(kept.inputs);
  expect((await api.call('PATCH', path, { json: { ordered: true } })).body['ordered']).toBe(true);
  const renamed = await api.call('PATCH', path, { json: { name: 'Orders' } });
  expect(renamed.body['ordered']).toBe(true);
  for (const response of [changed, await api.call('GET', path), await api.call('GET', LIST)]) {
    expect(response.text).not.toContain(SECRET.slice(6, 30));
  }
  expect((await api.call('DELETE', path)).status).toBe(405);
  expect((await api.call('PATCH', path, { json: { deleted: true } })).status).toBe(200);
  expect((await api.call('GET', path)).status).toBe(404);
  expect((await api.call('PATCH', path, { json: { deleted: false } })).status).toBe(200);
  const other = await api.newProject();
  expect((await api.call('GET', path.replace('/1/', `/${other}/`))).status).toBe(404);
});

it.each([
  [{ template_id: 'template-nothing' }, 'template_id', 'No template found'],
  [{ template_id: null }, 'template_id', 'is made from a template'],
  [{ hog: 'return 1' }, 'hog', 'run no code'],
  [{ type: 'transformation' }, 'type', 'not a valid choice'],
  [{ inputs: {} }, 'inputs__url', 'required'],
  [{ inputs: { ...URL_INPUT, what: { value: 1 } } }, 'inputs__what', 'no such input'],
  [{ inputs: { url: { value: '{f(1)}' } } }, 'inputs__url', 'is no property'],
  [
    { inputs: { ...URL_INPUT, signing_secret: { value: 'short' } } },
    'inputs__signing_secret',
    '24 to 64 bytes',
  ],
  [{ filters: { actions: [{ id: 999 }] } }, 'filters__actions__0', 'has no action'],
  [
    { filters: { properties: [{ key: 'id', type: 'cohort', value: 1 }] } },
    'filters__properties',
    'cannot be delivered',
  ],
  [{ masking: { ttl: 60, hash: 'x' } }, 'masking', 'Not a valid value'],
])('rejects %j by name', async (wrong, attr, detail) => {
  const response = await api.call('POST', LIST, { json: body(wrong) });
  expect({ status: response.status, body: response.body }).toMatchObject({
    status: 400,
    body: { type: 'validation_error', attr, detail: expect.stringContaining(detail) },
  });
});

it("accepts the source of PostHog's template, as its clients send it", async () => {
  const hog = `let res := fetch(inputs.url, {
  'headers': inputs.headers,
  'body': inputs.body,
  'method': inputs.method
});

if (inputs.debug) {
  print('Response', res.status, res.body);
}`;
  expect((await create(body({ hog }))).status).toBe(201);
});

it('needs the scope of hog functions', async () => {
  const reader = await api.keyWith(['hog_function:read']);
  const stranger = await api.keyWith(['action:write']);
  expect((await api.call('GET', LIST, { key: reader })).status).toBe(200);
  expect((await api.call('POST', LIST, { key: reader, json: body() })).status).toBe(403);
  expect((await api.call('GET', LIST, { key: stranger })).status).toBe(403);
});

it('lists runs, logs and counts; they are empty for a new destination', async () => {
  const { path } = await create(body());
  expect((await api.call('GET', `${path}runs/`)).body).toMatchObject({ count: 0, results: [] });
  expect((await api.call('GET', `${path}logs/`)).body).toEqual({ count: 0, results: [] });
  expect((await api.call('GET', `${path}metrics/totals/`)).body).toEqual({
    totals: { success: 0, failure: 0 },
  });
  expect((await api.call('GET', `${path}metrics/?after=yesterday`)).status).toBe(400);
  expect((await api.call('POST', `${path}replay/`)).body).toEqual({ replayed: 0 });
  const templates = await api.call('GET', '/api/projects/1/hog_function_templates/');
  expect(templates.body.results.map(({ id }) => id)).toContain('template-slack');
});

it('makes a destination of an action that posts to Slack, once', async () => {
  const webhook = 'https://hooks.slack.com/services/T/B/topsecret';
  const json = { slack_incoming_webhook: webhook };
  expect((await api.call('PATCH', '/api/projects/1/', { json })).status).toBe(200);
  const actions = '/api/projects/1/actions/';
  const steps = [{ event: 'paid', properties: [{ key: 'id', value: 1, type: 'cohort' }] }];
  const made = await api.call('POST', actions, { json: { name: 'A', post_to_slack: true, steps } });
  expect(made.body['bytecode_error']).toContain('Step 1 posts nothing to Slack');
  const path = `${actions}${made.body.id}/`;
  await api.call('PATCH', path, { json: { steps: [{ event: 'paid' }] } });
  for (let count = 0; count < 2; count += 1) {
    const migrated = await api.call('POST', `${path}migrate/`, { json: {} });
    expect(migrated.body).toMatchObject({ post_to_slack: false, bytecode_error: null });
  }
  const listed = await api.call('GET', LIST);
  const own = listed.body.results.filter(({ name }) => String(name).includes('for action'));
  expect(own).toMatchObject([{ enabled: true, template: { id: 'template-slack' } }]);
  const detail = await api.call('GET', `${LIST}${String(own[0]?.id)}/`);
  expect(detail.text).not.toContain('topsecret');
  expect(detail.body['filters']).toMatchObject({ actions: [{ id: String(made.body.id) }] });
  const references = await api.call('GET', `${path}references/`);
  expect(references.body).toMatchObject([{ type: 'hog_function' }]);
});

it('makes the destination of a migrated action again after it was deleted or switched off', async () => {
  const json = { slack_incoming_webhook: 'http://chat.internal/hooks/1' };
  expect((await api.call('PATCH', '/api/projects/1/', { json })).status).toBe(200);
  const actions = '/api/projects/1/actions/';
  const posting = { name: 'Again', post_to_slack: true, steps: [{ event: 'paid' }] };
  const made = await api.call('POST', actions, { json: posting });
  const path = `${actions}${made.body.id}/`;
  const migrate = (format: string) =>
    api.call('POST', `${path}migrate/`, {
      json: { post_to_slack: true, slack_message_format: format },
    });
  const filters = encodeURIComponent(JSON.stringify({ actions: [{ id: made.body.id }] }));
  const own = async () => (await api.call('GET', `${LIST}?filters=${filters}`)).body.results;
  await migrate('first');
  const [first] = await own();
  const destination = `${LIST}${String(first?.id)}/`;
  for (const change of [{ deleted: true }, { enabled: false }]) {
    await api.call('PATCH', destination, { json: change });
    expect((await api.call('PATCH', path, { json: { post_to_slack: true } })).status).toBe(200);
    expect((await migrate('second')).body).toMatchObject({ post_to_slack: false });
    expect(await own()).toMatchObject([{ id: first?.id, enabled: true }]);
    expect((await api.call('GET', destination)).body).toMatchObject({
      inputs: { url: { value: json.slack_incoming_webhook }, body: { value: { text: 'second' } } },
    });
  }
  await api.call('PATCH', path, { json: { post_to_slack: true } });
  await migrate('third');
  expect((await api.call('GET', destination)).body).toMatchObject({
    inputs: { body: { value: { text: 'second' } } },
  });
});

it('makes no destination of an action without steps, which would receive every event', async () => {
  const json = { name: 'Empty', post_to_slack: true, steps: [] };
  const made = await api.call('POST', '/api/projects/1/actions/', { json });
  const path = `/api/projects/1/actions/${made.body.id}/`;
  expect((await api.call('POST', `${path}migrate/`, { json: {} })).status).toBe(200);
  expect((await api.call('GET', `${path}references/`)).body).toEqual([]);
});

it('shows what Terraform leaves out as empty', async () => {
  const { name: _name, ...nameless } = body();
  const { body: made } = await create(nameless);
  expect(made).toMatchObject({ name: '', description: '', filters: {}, enabled: false });
});

it.each([
  [
    { filters: { properties: [{ key: 'a', operator: 'regex', value: '(' }] } },
    'filters__properties',
  ],
  [{ icon_url: '\0' }, 'icon_url'],
  [{ inputs: { ...URL_INPUT, signing_secret: { secret: true } } }, 'inputs__signing_secret'],
  [{ inputs: { url: { value: 'ftp://receiver.example/' } } }, 'inputs__url'],
])('rejects %j', async (wrong, attr) => {
  const response = await create(body(wrong));
  expect({ status: response.status, body: response.body }).toMatchObject({
    status: 400,
    body: { attr },
  });
});

it('lists destinations by a part of their name, their author and their actions', async () => {
  await create(body({ name: 'A needle', description: '100 % of it' }));
  // Postgres cannot read these filters as JSON.
  await create(body({ filters: { events: [{ id: 'a\0' }, { id: '\ud800' }] } }));
  const count = async (query: string) => (await api.call('GET', `${LIST}?${query}`)).body.count;
  expect(await count('search=NEEDLE')).toBe(1);
  expect(await count('search=100%20%25')).toBe(1);
  expect(await count('search=%25%25')).toBe(0);
  expect(await count('created_by=99999999999')).toBe(0);
  expect(await count(`filters=${encodeURIComponent('{"actions":[{"id":99999}]}')}`)).toBe(0);
  for (const wrong of ['{', '{"events":[]}', '[]']) {
    const response = await api.call('GET', `${LIST}?filters=${encodeURIComponent(wrong)}`);
    expect(response.status).toBe(400);
  }
});
