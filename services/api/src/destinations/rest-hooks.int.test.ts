import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let root: string;
let action: number;

beforeAll(async () => {
  api = await startTestApi(await createIsolatedStores());
  root = `/api/projects/${await api.newProject()}`;
  const json = { name: 'paid', steps: [{ event: 'paid' }] };
  action = (await api.call('POST', `${root}/actions/`, { json })).body.id;
});
afterAll(() => api.stop());

const target = 'https://hooks.zapier.com/hooks/standard/1/abc/';
const create = (fields: object = {}) =>
  api.call('POST', `${root}/hooks/`, {
    json: { target, event: 'action_performed', resource_id: action, ...fields },
  });

it('creates a destination for the events of an action', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    created: expect.any(String),
    updated: expect.any(String),
    event: 'action_performed',
    target,
    resource_id: action,
    team: expect.any(Number),
  });
  expect((await api.call('GET', `${root}/hooks/`)).body).toMatchObject({
    count: 1,
    results: [{ id: body.id }],
  });
  const made = await api.call('GET', `${root}/hog_functions/${body.id}/`);
  expect(made.body).toMatchObject({
    name: `REST hook for action ${action}`,
    enabled: true,
    template_id: 'template-webhook',
    filters: { actions: [{ id: String(action) }] },
    inputs: { url: { value: target }, body: { value: { hook: { target } } } },
  });
  const removed = await api.call('DELETE', `${root}/hooks/${body.id}/`);
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect((await api.call('DELETE', `${root}/hooks/${body.id}/`)).status).toBe(404);
  expect((await api.call('GET', `${root}/hooks/`)).body.count).toBe(0);
  expect((await api.call('GET', `${root}/hog_functions/`)).body.count).toBe(0);
});

it('sends the body that clients of REST hooks expect', async () => {
  const { body } = await create({ resource_id: String(action), target: 'http://127.0.0.1:9/x' });
  const hook = await api.call('GET', `${root}/hog_functions/${body.id}/`);
  const inputs = hook.body['inputs'] as Record<string, { value: unknown }>;
  expect(inputs['body']?.value).toEqual({
    hook: { id: '{event.uuid}', event: 'action_performed', target: 'http://127.0.0.1:9/x' },
    data: {
      eventUuid: '{event.uuid}',
      event: '{event.name}',
      teamId: '{project.id}',
      distinctId: '{event.distinct_id}',
      properties: '{event.properties}',
      timestamp: '{event.timestamp}',
      person: { uuid: '{person.id}', properties: '{person.properties}' },
    },
  });
  await api.call('DELETE', `${root}/hooks/${body.id}/`);
});

it.each([
  [{ event: 'annotation_created' }, 'event', 'Unexpected event annotation_created'],
  [{ target: 'ftp://x' }, 'target', /begins with https/],
  [{ target: 'https://x/{event.event}' }, 'target', /without braces/],
  [{ target: '' }, 'target', /begins with https/],
  [{ resource_id: 999_999 }, 'resource_id', 'The project has no action 999999.'],
  [{ resource_id: null }, 'resource_id', /null/],
  [{ resource_id: 'x' }, 'resource_id', /./],
])('rejects a hook with %j', async (fields, attr, detail) => {
  const { status, body } = await create(fields);
  expect(status).toBe(400);
  expect(body).toMatchObject({ type: 'validation_error', attr });
  expect(body.detail).toMatch(detail);
});

it('deletes no destinations that are not hooks, and none of other projects', async () => {
  const json = {
    template_id: 'template-webhook',
    name: 'plain',
    inputs: { url: { value: 'https://example.com' } },
  };
  const plain = (await api.call('POST', `${root}/hog_functions/`, { json })).body.id;
  expect((await api.call('DELETE', `${root}/hooks/${plain}/`)).status).toBe(404);
  const { id } = (await create()).body;
  const other = `/api/projects/${await api.newProject()}/hooks/${id}/`;
  expect((await api.call('DELETE', other)).status).toBe(404);
  const reader = await api.keyWith(['webhook:read']);
  const path = `${root}/hooks/${id}/`;
  expect((await api.call('DELETE', path, { key: reader })).status).toBe(403);
  expect((await api.call('GET', `${root}/hooks/`, { key: reader })).body.count).toBe(1);
  const stranger = await api.keyWith(['hog_function:write']);
  expect((await api.call('GET', `${root}/hooks/`, { key: stranger })).status).toBe(403);
});
