import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let flags: string;
beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(urls);
});
afterAll(() => api.stop());
beforeEach(async () => {
  flags = `/api/projects/${await api.newProject()}/feature_flags/`;
});

const post = (path: string, json: unknown) => api.call('POST', flags + path, { json });
const get = (path: string) => api.call('GET', flags + path);
const patch = (id: number, json: unknown) => api.call('PATCH', `${flags}${id}/`, { json });
async function made(json: object): Promise<WireBody> {
  const response = await post('', json);
  expect(response).toMatchObject({ status: 201 });
  return response.body;
}
const everybody = { groups: [{ properties: [], rollout_percentage: 100 }] };
const asksAbout = (id: number) => ({
  groups: [
    { properties: [{ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true }] },
  ],
});

it('reports the history of a flag: who, when, which fields', async () => {
  const flag = await made({ key: 'beta', name: 'Beta' });
  await made({ key: 'other' });
  await patch(flag.id, { name: 'Better', evaluation_runtime: 'server' });
  await patch(flag.id, { deleted: true });
  await patch(flag.id, { deleted: false });
  const history = await get(`${flag.id}/activity/`);
  expect(history).toMatchObject({ status: 200, body: { next: null, previous: null } });
  const { results, total_count: total } = history.body;
  expect(total).toBe(4);
  expect(results.map(({ activity }) => activity)).toEqual([
    'restored',
    'deleted',
    'updated',
    'created',
  ]);
  const change = { type: 'FeatureFlag', action: 'changed' };
  expect(results[2]).toEqual({
    id: expect.any(String),
    user: expect.objectContaining({
      first_name: expect.any(String),
      email: expect.stringContaining('@'),
    }),
    is_system: false,
    was_impersonated: false,
    unread: false,
    activity: 'updated',
    scope: 'FeatureFlag',
    item_id: String(flag.id),
    detail: {
      name: 'beta',
      changes: [
        { ...change, field: 'name', before: 'Beta', after: 'Better' },
        { ...change, field: 'version', before: 1, after: 2 },
        {
          ...change,
          action: 'created',
          field: 'evaluation_runtime',
          before: null,
          after: 'server',
        },
      ],
      merge: null,
      trigger: null,
      short_id: null,
      type: null,
    },
    created_at: expect.stringMatching(/Z$/),
  });
  expect(results[3]).toMatchObject({ detail: { name: 'beta', changes: [] } });

  const page = await get('activity/?limit=2&page=2');
  expect(page.body).toMatchObject({
    total_count: 5,
    next: expect.stringContaining('page=3'),
    previous: expect.stringContaining('page=1'),
  });
  expect(page.body.results).toHaveLength(2);
  const log = flags.replace('feature_flags', 'activity_log');
  const same = await api.call('GET', `${log}?scope=FeatureFlag&item_id=${flag.id}`);
  expect(same.body).toEqual({ ...history.body, count: 4 });
  expect((await api.call('GET', `${log}?scope=Moon`)).body).toMatchObject({
    code: 'invalid_choice',
    attr: 'scope',
  });
  expect((await get('activity/?page=0')).body).toMatchObject({ code: 'min_value', attr: 'page' });
  expect((await get('999999/activity/')).status).toBe(404);
  const reader = await api.keyWith(['feature_flag:read']);
  expect((await api.call('GET', `${flags}activity/`, { key: reader })).status).toBe(403);
});

it('rejects an update that would undo a later change of another user', async () => {
  const flag = await made({ key: 'k', name: 'a' });
  await patch(flag.id, { name: 'b' });
  const stale = { version: 1, original_flag: flag };
  const rejected = await patch(flag.id, { ...stale, name: 'c' });
  expect(rejected).toMatchObject({
    status: 409,
    body: { type: 'server_error', code: 'conflict', attr: null },
  });
  expect(rejected.body.detail).toMatch(
    /^The feature flag was updated by \S+@\S+ since you started editing it\. Please refresh and try again\.$/,
  );
  expect((await patch(flag.id, { ...stale, active: false })).body).toMatchObject({ version: 3 });
  expect((await patch(flag.id, { version: 1, name: 'd' })).body).toMatchObject({ name: 'd' });
  expect((await patch(flag.id, { version: 4, original_flag: flag, name: 'e' })).status).toBe(200);
});

it('keeps flags that others depend on, and chains that do not lead back', async () => {
  const base = await made({ key: 'base' });
  const top = await made({ key: 'top', filters: asksAbout(base.id) });
  expect((await patch(base.id, { filters: asksAbout(top.id) })).body).toMatchObject({
    code: 'invalid_input',
    attr: 'filters',
    detail: 'Circular dependency detected: base → top → base',
  });
  expect((await patch(base.id, { active: false })).body.detail).toContain('Cannot disable');
  expect((await patch(base.id, { deleted: true })).body.detail).toContain('Cannot delete');
  expect((await get(`${base.id}/dependent_flags/`)).body).toEqual([
    { id: top.id, key: 'top', name: 'top' },
  ]);
  expect((await post('', { key: 'x', filters: asksAbout(999_999) })).body).toMatchObject({
    detail: 'Flag dependency references non-existent flag with ID 999999',
  });
  expect((await patch(top.id, { active: false })).status).toBe(200);
  expect((await patch(base.id, { active: false })).status).toBe(200);
  expect((await patch(top.id, { active: true })).body.detail).toContain(
    'depends on disabled flags: base',
  );
  expect((await patch(base.id, { active: true })).status).toBe(200);
  expect((await patch(top.id, { active: true })).status).toBe(200);
});

it('keeps flags that stand for early access features, about persons', async () => {
  const flag = await made({ key: 'board', filters: everybody });
  const features = flags.replace('feature_flags', 'early_access_feature');
  const json = { name: 'Board', stage: 'beta', feature_flag_id: flag.id };
  expect((await api.call('POST', features, { json })).status).toBe(201);
  expect((await patch(flag.id, { deleted: true })).body).toMatchObject({
    detail: expect.stringContaining('in use with early access features'),
    attr: null,
  });
  const filters = { ...everybody, aggregation_group_type_index: 0 };
  expect((await patch(flag.id, { filters })).body).toMatchObject({
    detail: expect.stringContaining('group-based'),
    attr: 'filters',
  });
  expect((await post('bulk_delete/', { ids: [flag.id] })).body).toMatchObject({
    deleted: [],
    errors: [{ id: flag.id, key: 'board' }],
  });
  expect((await patch(flag.id, { active: false })).status).toBe(200);
});

it('restores a deleted flag unless its key is used again', async () => {
  const flag = await made({ key: 'k' });
  await patch(flag.id, { deleted: true });
  expect((await patch(flag.id, { deleted: false })).body).toMatchObject({ deleted: false });
  await patch(flag.id, { deleted: true, key: 'old' });
  await made({ key: 'k' });
  expect((await patch(flag.id, { deleted: false, key: 'k' })).body).toMatchObject({
    code: 'unique',
    attr: 'key',
  });
});

it('renames what early access asks for with the key', async () => {
  const property = {
    key: '$feature_enrollment/k',
    type: 'person',
    operator: 'exact',
    value: ['true'],
  };
  const flag = await made({
    key: 'k',
    filters: { ...everybody, super_groups: [{ properties: [property] }] },
  });
  expect((await patch(flag.id, { key: 'new' })).body.filters).toMatchObject({
    super_groups: [{ properties: [{ key: '$feature_enrollment/new' }] }],
  });
});

it('finds flags by every filter of the list', async () => {
  const split = {
    ...everybody,
    multivariate: { variants: [{ key: 'a', rollout_percentage: 100 }] },
  };
  await made({ key: 'plain', tags: ['Web'], evaluation_runtime: 'server' });
  await made({ key: 'split', filters: split, evaluation_contexts: ['docs'] });
  await made({ key: 'config', is_remote_configuration: true, active: false });
  const keys = async (query: string) =>
    (await get(query)).body.results.map(({ key }) => key as string);
  expect(await keys('?type=boolean&order=key')).toEqual(['config', 'plain']);
  expect(await keys('?type=multivariant')).toEqual(['split']);
  expect(await keys('?type=experiment')).toEqual([]);
  expect(await keys('?type=remote_config')).toEqual(['config']);
  expect(await keys('?tags=["web"]')).toEqual(['plain']);
  expect(await keys('?evaluation_runtime=server')).toEqual(['plain']);
  expect(await keys('?has_evaluation_contexts=true')).toEqual(['split']);
  expect(await keys('?has_evaluation_tags=false&order=key')).toEqual(['config', 'plain']);
  expect(await keys('?excluded_properties=["plain","config"]')).toEqual(['split']);
  expect(await keys('?created_by_id=1&ordering=-key')).toEqual(['split', 'plain', 'config']);
  expect(await keys('?created_by_id=999')).toEqual([]);
  expect(await keys('?active=STALE')).toEqual([]);
  const matching = await get('matching_ids/?active=true');
  expect(matching.body).toMatchObject({ total: 2, ids: [expect.any(Number), expect.any(Number)] });
});

it('names and deletes many flags at once', async () => {
  const base = await made({ key: 'base' });
  const top = await made({ key: 'top', filters: asksAbout(base.id) });
  const full = await made({ key: 'full', filters: everybody });
  expect((await post('bulk_keys/', { ids: [] })).body).toEqual({ keys: {} });
  expect((await post('bulk_keys/', { ids: [base.id, String(top.id), 'x'] })).body).toEqual({
    keys: { [base.id]: 'base', [top.id]: 'top' },
    warning: 'Invalid flag IDs ignored: ["x"]',
  });
  expect(await post('bulk_keys/', { ids: ['x'] })).toMatchObject({
    status: 400,
    body: { error: 'Invalid flag IDs provided' },
  });
  expect((await post('bulk_delete/', {})).body).toEqual({
    error: 'Must provide either filters or ids',
  });
  expect((await post('bulk_delete/', { filters: { key: 'x' } })).body).toEqual({
    error: 'Unknown filter keys: key',
  });
  expect((await post('bulk_delete/', { ids: [base.id, full.id, 999_999, 'x'] })).body).toEqual({
    deleted: [
      { id: full.id, key: 'full', rollout_state: 'fully_rolled_out', active_variant: null },
    ],
    errors: [
      { id: 999_999, reason: 'Flag not found' },
      { id: 'x', reason: 'Invalid flag ID format' },
      {
        id: base.id,
        key: 'base',
        reason: `Cannot delete because other flags depend on it: top (ID: ${top.id})`,
      },
    ],
  });
  expect((await post('bulk_delete/', { filters: { search: 'TO' } })).body).toMatchObject({
    deleted: [{ key: 'top' }],
    errors: [],
  });
});

it('reports status and usage of a flag without calls', async () => {
  const { id } = await made({ key: 'k', filters: everybody });
  expect((await get(`${id}/status/`)).body).toEqual({
    status: 'active',
    reason: 'Flag has no usage data yet',
  });
  expect(await get('999999/status/')).toMatchObject({ status: 404, body: { status: 'unknown' } });
  expect((await get(`${id}/usage/?days=7`)).body).toEqual({
    key: 'k',
    days: 7,
    total: 0,
    last_called_at: null,
    results: [],
  });
  expect((await get(`${id}/usage/?days=0`)).body).toMatchObject({ code: 'min_value' });
});
