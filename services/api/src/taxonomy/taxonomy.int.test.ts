import { createLogger } from '@tidemark/platform';
import type { PropertySighting } from '@tidemark/postgres';
import { createDatabase, saveSightings } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let postgres: string;
let project: number;
let root: string;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  ({ postgres } = urls);
  api = await startTestApi(urls);
});
afterAll(() => api.stop());

const property = (
  name: string,
  propertyType: PropertySighting['propertyType'],
  owner: PropertySighting['owner'] = 'event',
): PropertySighting => ({ projectId: project, owner, name, propertyType });

beforeEach(async () => {
  project = await api.newProject();
  root = `/api/projects/${project}`;
  const database = createDatabase(postgres, { poolSize: 1, logger: createLogger('t', 'silent') });
  await saveSightings(
    database,
    {
      events: ['$pageview', 'paid', 'order paid'].map((name) => ({ projectId: project, name })),
      properties: [
        property('amount', 'Numeric'),
        property('currency', 'String'),
        property('$feature/new', 'String'),
        property('age', 'Numeric', 'person'),
        property('tier', 'String', 'group_1'),
      ],
      eventProperties: [{ projectId: project, event: 'paid', property: 'currency' }],
    },
    new Date('2026-01-15T10:00:00Z'),
  );
  await database.close();
});

const get = (path: string, key?: string) =>
  api.call('GET', root + path, key === undefined ? {} : { key });
const names = ({ body }: { body: WireBody }) => body.results.map(({ name }) => name);

it('lists event definitions', async () => {
  const { status, body } = await get('/event_definitions/');
  expect(status).toBe(200);
  expect(body).toMatchObject({ count: 3, next: null, previous: null });
  expect(body.results[0]).toEqual({
    id: expect.any(String),
    name: '$pageview',
    description: '',
    tags: [],
    verified: false,
    verified_at: null,
    verified_by: null,
    hidden: false,
    updated_at: expect.any(String),
    updated_by: null,
    created_at: '2026-01-15T10:00:00Z',
    last_seen_at: '2026-01-15T10:00:00Z',
    last_updated_at: expect.any(String),
    owner: null,
    created_by: null,
    primary_property: null,
    enforcement_mode: 'allow',
    is_action: false,
    action_id: null,
    is_calculating: false,
    last_calculated_at: null,
    post_to_slack: false,
  });
});

it.each([
  ['', ['$pageview', 'order paid', 'paid']],
  ['?search=PAID', ['paid', 'order paid']],
  ['?search=paid%20ord', ['order paid']],
  ['?search=%25', []],
  ['?event_type=event_posthog', ['$pageview']],
  ['?event_type=event_custom', ['order paid', 'paid']],
  ['?ordering=-name', ['paid', 'order paid', '$pageview']],
  ['?ordering=nonsense&limit=1&offset=1', ['order paid']],
  ['?ordering=created_at::date,-name', ['paid', 'order paid', '$pageview']],
  ['?search=paid', ['paid', 'order paid']],
  ['?search=paid&ordering=name', ['order paid', 'paid']],
  ['?names=paid,$pageview&names=none', ['$pageview', 'paid']],
  ['?excluded_properties=["paid","$pageview"]', ['order paid']],
  ['?event_type=all', ['$pageview', 'order paid', 'paid']],
  ['?exclude_stale=false', ['$pageview', 'order paid', 'paid']],
  ['?exclude_stale=true', []],
])('event definitions %s are %j', async (query, expected) => {
  expect(names(await get(`/event_definitions/${query}`))).toEqual(expected);
});

it('keeps events that were never seen, and those seen in the last 30 days', async () => {
  await api.call('POST', `${root}/event_definitions/`, { json: { name: 'planned' } });
  expect(names(await get('/event_definitions/?exclude_stale=true'))).toEqual(['planned']);
});

it('rejects an unknown type of events', async () => {
  const { status, body } = await get('/event_definitions/?event_type=elephant');
  expect([status, body.type, body.attr]).toEqual([400, 'validation_error', 'event_type']);
});

it('reads the definition of an event by its exact name', async () => {
  const { status, body } = await get('/event_definitions/by_name/?name=order%20paid');
  expect(status).toBe(200);
  expect(body).toEqual((await get('/event_definitions/?names=order%20paid')).body.results[0]);
  const unnamed = await get('/event_definitions/by_name/');
  expect(unnamed.status).toBe(400);
  expect(unnamed.body).toMatchObject({ detail: "Query parameter 'name' is required" });
  expect((await get('/event_definitions/by_name/?name=Paid')).status).toBe(404);
  expect((await get('/event_definitions/by_name/?name=paid%00')).status).toBe(400);
  const other = `/api/projects/${await api.newProject()}/event_definitions/by_name/?name=paid`;
  expect((await api.call('GET', other)).status).toBe(404);
});

it('changes the tags of many event definitions at once', async () => {
  const path = `${root}/event_definitions/bulk_update_tags/`;
  const paid = await idOf('event_definitions', 'paid');
  const page = await idOf('event_definitions', '$pageview');
  const unknown = '00000000-0000-4000-8000-000000000000';
  const change = async (action: string, tags: readonly string[], ids = [paid, page]) =>
    (await api.call('POST', path, { json: { ids, action, tags } })).body;
  expect(await change('add', ['Money', ' web '], [paid.toUpperCase(), unknown, unknown])).toEqual({
    updated: [{ id: paid, tags: ['money', 'web'] }],
    skipped: [{ id: unknown, reason: 'Not found' }],
  });
  await change('add', ['b']);
  expect(await change('remove', ['web'], [paid])).toMatchObject({
    updated: [{ id: paid, tags: ['b', 'money'] }],
  });
  await change('set', []);
  expect(names(await get('/event_definitions/?tags=b,money'))).toEqual([]);
  expect(await change('add', [])).toMatchObject({ attr: 'tags' });
  expect(await change('set', [], ['x'])).toMatchObject({ type: 'validation_error' });
  const reader = await api.keyWith(['event_definition:read']);
  const json = { ids: [paid], action: 'set', tags: [] };
  expect((await api.call('POST', path, { json, key: reader })).status).toBe(403);
  const foreign = `/api/projects/${await api.newProject()}/event_definitions/bulk_update_tags/`;
  expect((await api.call('POST', foreign, { json })).body).toMatchObject({ updated: [] });
});

it('verifies many event definitions at once, and shows hidden ones again', async () => {
  const path = `${root}/event_definitions/bulk_update_verified/`;
  const paid = await idOf('event_definitions', 'paid');
  const one = `${root}/event_definitions/${paid}/`;
  await api.call('PATCH', one, { json: { hidden: true } });
  const verify = async (verified: boolean) =>
    (await api.call('POST', path, { json: { ids: [paid], verified } })).body;
  expect(await verify(true)).toEqual({ updated: [{ id: paid, verified: true }], skipped: [] });
  const { body } = await api.call('GET', one);
  expect(body).toMatchObject({ verified: true, hidden: false, verified_by: { id: 1 } });
  expect(await verify(true)).toEqual({ updated: [], skipped: [] });
  expect(await verify(false)).toEqual({ updated: [{ id: paid, verified: false }], skipped: [] });
  expect((await api.call('GET', one)).body).toMatchObject({ verified: false, verified_at: null });
});

it.each(['event_definitions', 'property_definitions'])(
  'keeps %s from being hidden and verified, and accepts PUT',
  async (list) => {
    const id = await idOf(list, list === 'event_definitions' ? 'paid' : 'amount');
    const path = `${root}/${list}/${id}/`;
    const both = await api.call('PATCH', path, { json: { hidden: true, verified: true } });
    expect(both.status).toBe(400);
    expect(both.body).toMatchObject({ code: 'invalid_input', attr: null });
    const verified = await api.call('PUT', path, { json: { verified: true } });
    expect(verified).toMatchObject({ status: 200, body: { verified: true, hidden: false } });
    const hidden = await api.call('PATCH', path, { json: { hidden: true } });
    expect(hidden.body).toMatchObject({ verified: false, verified_by: null, hidden: true });
    const again = await api.call('PATCH', path, { json: { verified: true } });
    expect(again.body).toMatchObject({ verified: true, hidden: false });
  },
);

it.each([
  ['', ['$feature/new', 'amount', 'currency']],
  // Computed properties come after the sent ones.
  ['?type=person', ['age', '$virt_initial_channel_type', '$virt_initial_referring_domain_type']],
  ['?type=group&group_type_index=1', ['tier']],
  ['?type=group&group_type_index=0', []],
  ['?type=session&search=UTM%20ter', ['$entry_utm_term']],
  ['?type=session&is_feature_flag=true', []],
  ['?type=session&verified=true', []],
  ['?type=session&properties=$is_bounce,nothing', ['$is_bounce']],
  ['?search=AM', ['amount']],
  ['?is_numerical=true', ['amount']],
  ['?is_feature_flag=true', ['$feature/new']],
  ['?is_feature_flag=false', ['amount', 'currency']],
  ['?properties=amount,currency,none', ['amount', 'currency']],
  ['?excluded_properties=["amount"]', ['$feature/new', 'currency']],
  ['?event_names=["paid"]', ['currency', '$feature/new', 'amount']],
  ['?event_names=["paid"]&filter_by_event_names=true', ['currency']],
  ['?limit=1&offset=1', ['amount']],
  ['?properties=["a\\u0000","amount"]', ['amount']],
])('property definitions %s are %j', async (query, expected) => {
  expect(names(await get(`/property_definitions/${query}`))).toEqual(expected);
});

it('reports whether a property belongs to the given events', async () => {
  const { body } = await get('/property_definitions/?event_names=["paid"]');
  expect(body.results.map((row) => row['is_seen_on_filtered_events'])).toEqual([
    true,
    false,
    false,
  ]);
  const { body: plain } = await get('/property_definitions/');
  expect(plain.results[0]).toMatchObject({ is_seen_on_filtered_events: null, is_numerical: false });
});

it.each([
  ['?type=elephant', 'invalid_choice', 'type'],
  ['?type=group', 'invalid_input', null],
  ['?type=group&group_type_index=5', 'invalid_input', null],
  ['?group_type_index=1', 'invalid_input', null],
  ['?type=person&event_names=["a"]', 'invalid_input', null],
])('rejects property definitions %s', async (query, code, attr) => {
  const { status, body } = await get(`/property_definitions/${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ type: 'validation_error', code, attr });
});

const idOf = async (list: string, name: string): Promise<string> => {
  const { body } = await get(`/${list}/`);
  return String(body.results.find((row) => row['name'] === name)?.id);
};

it('describes an event', async () => {
  const path = `${root}/event_definitions/${await idOf('event_definitions', 'paid')}/`;
  const json = { description: ' Money came. ', tags: ['Money', ' b '], verified: true };
  const { status, body } = await api.call('PATCH', path, { json });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    description: 'Money came.',
    tags: ['b', 'money'],
    verified: true,
    verified_at: expect.any(String),
    verified_by: { id: 1 },
    updated_by: { id: 1 },
  });
  expect((await api.call('GET', path)).body).toEqual(body);
  const again = await api.call('PATCH', path, { json: { verified: true, description: 'x' } });
  expect(again.body).toMatchObject({ verified_at: body['verified_at'], description: 'x' });
  const undone = await api.call('PATCH', path, { json: { verified: false } });
  expect(undone.body).toMatchObject({ verified: false, verified_at: null, verified_by: null });
});

it('changes the type of a property, and the next query reads by it', async () => {
  const path = `${root}/property_definitions/${await idOf('property_definitions', 'amount')}/`;
  const typeInQuery = async () => {
    const query = { kind: 'HogQLQuery', query: 'select toTypeName(properties.amount) from events' };
    const json = { query, refresh: 'force_blocking' };
    const { body } = await api.call('POST', `${root}/query/`, { json });
    return (body as unknown as { clickhouse: string }).clickhouse.includes('toFloat64OrNull');
  };
  expect(await typeInQuery()).toBe(true);
  const { body } = await api.call('PATCH', path, { json: { property_type: 'String' } });
  expect(body).toMatchObject({ property_type: 'String', is_numerical: false });
  expect(await typeInQuery()).toBe(false);
  const numeric = await api.call('PATCH', path, { json: { property_type: 'Numeric' } });
  expect(numeric.body).toMatchObject({ property_type: 'Numeric', is_numerical: true });
  const none = await api.call('PATCH', path, { json: { property_type: null } });
  expect(none.body).toMatchObject({ property_type: null, is_numerical: false });
  const wrong = await api.call('PATCH', path, { json: { property_type: 'Float' } });
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'invalid_choice', attr: 'property_type' },
  });
});

it.each(['event_definitions', 'property_definitions'])(
  'keeps %s within their project and behind their scope',
  async (list) => {
    const scope = list.replace('definitions', 'definition');
    const id = (await get(`/${list}/`)).body.results[0]?.id ?? '';
    const other = `/api/projects/${await api.newProject()}/${list}`;
    expect((await api.call('GET', `${other}/`)).body.count).toBe(0);
    const foreign = [`${other}/${id}/`, `${root}/${list}/7/`, `${root}/${list}/${'0'.repeat(36)}/`];
    for (const path of foreign) {
      expect((await api.call('GET', path)).status).toBe(404);
      expect((await api.call('PATCH', path, { json: {} })).status).toBe(404);
    }
    const reader = await api.keyWith([`${scope}:read`]);
    expect((await get(`/${list}/`, reader)).status).toBe(200);
    const patch = { key: reader, json: { description: 'x' } };
    expect((await api.call('PATCH', `${root}/${list}/${id}/`, patch)).status).toBe(403);
    const stranger = await api.keyWith(['action:write']);
    expect((await get(`/${list}/`, stranger)).status).toBe(403);
  },
);
