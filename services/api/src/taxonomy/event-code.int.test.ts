import { createLogger } from '@tidemark/platform';
import { createDatabase, saveSightings } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let root: string;
let project: number;

beforeAll(async () => {
  const urls = await createStoresWithoutEvents();
  api = await startTestApi(urls);
  project = await api.newProject();
  root = `/api/projects/${project}`;
  const database = createDatabase(urls.postgres, {
    poolSize: 1,
    logger: createLogger('t', 'silent'),
  });
  const owned = { projectId: project, owner: 'event' } as const;
  const carried = { projectId: project, event: 'paid' };
  await saveSightings(
    database,
    {
      events: ['$pageview', '$autocapture', 'paid', 'secret'].map((name) => ({
        projectId: project,
        name,
      })),
      properties: [
        { ...owned, name: 'amount', propertyType: 'Numeric' },
        { ...owned, name: 'other', propertyType: 'String' },
        { ...owned, name: '$lib', propertyType: 'String' },
        { ...owned, owner: 'person', name: 'amount', propertyType: 'String' },
      ],
      eventProperties: ['amount', '$lib'].map((property) => ({ ...carried, property })),
    },
    new Date(),
  );
  await database.close();
});
afterAll(() => api.stop());

const get = (path: string, in_ = root) => api.call('GET', `${in_}/event_definitions/${path}`);
const change = async (name: string, json: object) => {
  const { body } = await get(`by_name/?name=${encodeURIComponent(name)}`);
  return api.call('PATCH', `${root}/event_definitions/${body.id}/`, { json });
};

it.each([
  ['typescript', '"paid": {\n    "amount"?: number'],
  ['golang', 'func PaidWithAmount(value float64) PaidOption {'],
  ['python', 'PaidProps = TypedDict(\n    "PaidProps",\n    {\n        "amount": float,\n    },'],
])('writes the events of the project as %s', async (language, code) => {
  const { status, body } = await get(`${language}/`);
  expect(status).toBe(200);
  expect(body).toEqual({
    content: expect.stringContaining(code),
    event_count: 3,
    schema_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    generator_version: '1.0.0',
  });
  const { content } = body as unknown as { content: string };
  expect(content).toContain('"$pageview"');
  for (const left of ['$autocapture', '$lib', '"other"']) expect(content).not.toContain(left);
  expect((await get(`${language}/`)).body).toEqual(body);
});

it('leaves out hidden events, and changes the hash', async () => {
  const before = (await get('golang/')).body as unknown as { schema_hash: string };
  await change('secret', { hidden: true });
  const { body } = await get('golang/');
  expect(body).toMatchObject({ event_count: 2 });
  expect((body as unknown as { schema_hash: string }).schema_hash).not.toBe(before.schema_hash);
});

it('does not write events of other projects', async () => {
  const { body } = await get('typescript/', `/api/projects/${await api.newProject()}`);
  expect(body).toMatchObject({ event_count: 0 });
  const key = await api.keyWith(['property_definition:read']);
  expect((await api.call('GET', `${root}/event_definitions/python/`, { key })).status).toBe(403);
});

it('stores the primary property of an event', async () => {
  expect((await change('paid', { primary_property: ' amount ' })).body).toMatchObject({
    primary_property: 'amount',
    enforcement_mode: 'allow',
  });
  expect((await change('paid', { description: 'x' })).body).toMatchObject({
    primary_property: 'amount',
  });
  await change('$pageview', { primary_property: '$pathname' });
  const all = { paid: 'amount', $pageview: '$pathname' };
  expect((await get('primary_properties/')).body).toEqual({ primary_properties: all });
  expect((await get('primary_properties/?names=paid&names=x')).body).toEqual({
    primary_properties: { paid: 'amount' },
  });
  await change('paid', { primary_property: null });
  expect((await get('primary_properties/?names=paid')).body).toEqual({ primary_properties: {} });
  const other = `/api/projects/${await api.newProject()}`;
  expect((await get('primary_properties/', other)).body).toEqual({ primary_properties: {} });
});

it.each([
  [{ primary_property: '' }, 'primary_property', 'blank'],
  [{ primary_property: 'x'.repeat(401) }, 'primary_property', 'max_length'],
  [{ primary_property: {} }, 'primary_property', 'invalid_input'],
  [{ enforcement_mode: 'reject' }, 'enforcement_mode', 'invalid_choice'],
  [{ enforcement_mode: null }, 'enforcement_mode', 'null'],
])('rejects %j', async (json, attr, code) => {
  const { status, body } = await change('paid', json);
  expect([status, body.type, body.attr, body.code]).toEqual([400, 'validation_error', attr, code]);
});
