import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let flags: string;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());
beforeEach(async () => {
  flags = `/api/projects/${await api.newProject()}/feature_flags/`;
});

const create = (json: unknown) => api.call('POST', flags, { json });
const patch = (id: number, json: unknown) => api.call('PATCH', `${flags}${id}/`, { json });
async function created(json: unknown) {
  const response = await create(json);
  expect(response.status).toBe(201);
  return response.body;
}

it.each([[{ filters: { groups: [{}] } }], [{ active: false }], [{ rollout_percentage: 0 }]])(
  'does not warn about %j',
  async (more) => {
    expect(await created({ key: 'beta', ...more })).not.toHaveProperty('warnings');
  },
);

it('reports for how many people a flag without conditions is on', async () => {
  const { warnings } = await created({ key: 'beta', rollout_percentage: 20 });
  expect(warnings).toEqual([expect.stringContaining('on for 20% of all users')]);
});

const person = (more: object) => ({
  key: 'plan',
  type: 'person',
  operator: 'exact',
  value: 'x',
  ...more,
});
const withProperty = (more: object) => ({ groups: [{ properties: [person(more)] }] });
const variants = (...percentages: number[]) => ({
  groups: [{}],
  multivariate: {
    variants: percentages.map((rollout_percentage, i) => ({ key: `v${i}`, rollout_percentage })),
  },
});

it('creates a flag at version 1, on for everybody by default', async () => {
  const { warnings, ...flag } = await created({ key: 'beta', name: 'Beta' });
  expect(warnings).toEqual([expect.stringContaining('on for everybody')]);
  expect(flag).toMatchObject({
    key: 'beta',
    name: 'Beta',
    version: 1,
    active: true,
    deleted: false,
    filters: { groups: [{ properties: [], rollout_percentage: null }] },
    is_simple_flag: true,
    rollout_percentage: null,
    status: 'ACTIVE',
    created_by: { id: 1 },
  });
  expect((await api.call('GET', `${flags}${flag.id}/`)).body).toEqual(flag);
  const list = await api.call('GET', flags);
  expect(list.body).toMatchObject({ count: 1, next: null, previous: null });
  expect(list.body.results).toEqual([flag]);
});

it('stores filters as the edge reads them', async () => {
  const cohorts = flags.replace('feature_flags', 'cohorts');
  const { id } = (await api.call('POST', cohorts, { json: { name: 'Pros', is_static: true } }))
    .body;
  const { filters } = await created({
    key: 'f',
    filters: {
      groups: [
        {
          properties: [
            { key: 7, type: 'cohort', value: id, operator: 'in', label: 'kept', extra: 1 },
          ],
          rollout_percentage: 12.5,
          variant: 'v0',
          aggregation_group_type_index: null,
        },
      ],
      ...{ multivariate: variants(33.33, 33.33, 33.34).multivariate },
      payloads: { v0: '{"a":1}', v1: { b: [2] }, v2: 5 },
      nonsense: true,
    },
  });
  expect(filters).toEqual({
    groups: [
      {
        properties: [
          {
            key: '7',
            type: 'cohort',
            value: id,
            operator: 'in',
            label: 'kept',
            cohort_name: 'Pros',
          },
        ],
        rollout_percentage: 12.5,
        variant: 'v0',
        aggregation_group_type_index: null,
      },
    ],
    multivariate: variants(33.33, 33.33, 33.34).multivariate,
    payloads: { v0: '{"a":1}', v1: '{"b":[2]}', v2: '5' },
  });
});

/** What is sent, and the code and the field of the error. */
type Rejected = [json: object, code: string, attr: string];

it.each<Rejected>([
  [{}, 'required', 'key'],
  [{ key: 'a b' }, 'invalid_key', 'key'],
  [{ key: '' }, 'blank', 'key'],
  [{ key: 'x'.repeat(401) }, 'max_length', 'key'],
  [{ key: 'f', active: 'perhaps' }, 'invalid_input', 'active'],
  [{ key: 'f', evaluation_runtime: 'moon' }, 'invalid_choice', 'evaluation_runtime'],
  [{ key: 'f', has_encrypted_payloads: true }, 'invalid_input', 'has_encrypted_payloads'],
  [{ key: 'f', filters: [] }, 'not_a_dict', 'filters'],
  [{ key: 'f', filters: { groups: [] } }, 'invalid_input', 'filters'],
  [{ key: 'f', filters: { groups: {} } }, 'not_a_list', 'filters__groups'],
  [
    { key: 'f', filters: { groups: [{ rollout_percentage: 101 }] } },
    'max_value',
    'filters__groups__0__rollout_percentage',
  ],
  [
    { key: 'f', filters: { groups: [{ rollout_percentage: '50' }] } },
    'invalid_input',
    'filters__groups__0__rollout_percentage',
  ],
  [
    { key: 'f', filters: withProperty({ type: 'moon' }) },
    'invalid_choice',
    'filters__groups__0__properties__0__type',
  ],
  // Persons are evaluated without their columns, so such a filter would fail the flag for everybody.
  [
    { key: 'f', filters: withProperty({ type: 'person_metadata', key: 'created_at' }) },
    'invalid_choice',
    'filters__groups__0__properties__0__type',
  ],
  ...['x', true, [1], null, 1.5, {}].map((value): Rejected => [
    { key: 'f', filters: withProperty({ type: 'cohort', key: 'id', value }) },
    'cohort_does_not_exist',
    'filters',
  ]),
  [
    { key: 'f', filters: withProperty({ operator: 'like' }) },
    'invalid_choice',
    'filters__groups__0__properties__0__operator',
  ],
  [
    { key: 'f', filters: withProperty({ operator: 'regex', value: 5 }) },
    'invalid_value',
    'filters',
  ],
  [
    { key: 'f', filters: withProperty({ operator: 'between', value: 5 }) },
    'invalid_value',
    'filters',
  ],
  ...[[1], [1, 2, 3], [2, 1], [1, 'x'], [1, null], ['1', ' 2'], ['nan', 2]].map(
    (value): Rejected => [
      { key: 'f', filters: withProperty({ operator: 'not_between', value }) },
      'invalid_value',
      'filters',
    ],
  ),
  [
    { key: 'f', filters: withProperty({ operator: 'semver_gt', value: 'x' }) },
    'invalid_value',
    'filters',
  ],
  [
    { key: 'f', filters: withProperty({ operator: 'in', value: [1] }) },
    'invalid_operator',
    'filters',
  ],
  [
    { key: 'f', filters: withProperty({ value: Array.from({ length: 1_001 }, String) }) },
    'invalid_input',
    'filters',
  ],
  [
    { key: 'f', filters: withProperty({ value: 'a\0' }) },
    'null_characters_not_allowed',
    'filters__groups__0__properties__0__value',
  ],
  [{ key: 'f', filters: variants(50, 40) }, 'invalid_input', 'filters'],
  [
    { key: 'f', filters: { ...variants(100), payloads: { other: '1' } } },
    'invalid_input',
    'filters',
  ],
  [{ key: 'f', filters: { groups: [{}], payloads: { on: '1' } } }, 'invalid_input', 'filters'],
  [
    { key: 'f', filters: { groups: [{}], payloads: { true: '{' } } },
    'invalid_input',
    'filters__payloads__true',
  ],
  [
    { key: 'f', filters: { aggregation_group_type_index: 5 } },
    'max_value',
    'filters__aggregation_group_type_index',
  ],
  [
    { key: 'f', filters: { ...withProperty({}), aggregation_group_type_index: 0 } },
    'invalid_input',
    'filters',
  ],
])('rejects %j', async (json, code, attr) => {
  const response = await create(json);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
});

it('keeps keys unique among living flags', async () => {
  const first = await created({ key: 'k' });
  expect((await create({ key: 'k' })).body).toMatchObject({ code: 'unique', attr: 'key' });
  const second = await created({ key: 'other' });
  expect((await patch(second.id, { key: 'k' })).body).toMatchObject({ code: 'unique' });
  await patch(first.id, { deleted: true });
  await created({ key: 'k' });
});

it('counts versions; leaves what an update does not name', async () => {
  const flag = await created({ key: 'k', filters: withProperty({}), tags: ['B', 'a'] });
  const off = await patch(flag.id, { active: false });
  expect(off.body).toEqual({
    ...flag,
    active: false,
    version: 2,
    status: 'INACTIVE',
    updated_at: expect.any(String),
  });
  const partial = await patch(flag.id, { filters: { payloads: { true: '1' } } });
  expect(partial.body).toMatchObject({ version: 3, filters: flag.filters, tags: ['a', 'b'] });
  const emptied = await patch(flag.id, { filters: { groups: [] } });
  expect(emptied.body).toMatchObject({ version: 4, filters: { groups: [] } });
});

it('understands the old rollout shorthand on simple flags', async () => {
  const flag = await created({ key: 'k', rollout_percentage: 30 });
  expect(flag).toMatchObject({ is_simple_flag: true, rollout_percentage: 30 });
  const wider = await patch(flag.id, { rollout_percentage: 60 });
  expect(wider.body.filters).toEqual({ groups: [{ properties: [], rollout_percentage: 60 }] });
});

it('deletes softly only', async () => {
  const { id } = await created({ key: 'k' });
  const rejected = await api.call('DELETE', `${flags}${id}/`);
  expect([rejected.status, rejected.text]).toEqual([405, '']);
  expect((await patch(id, { deleted: true })).body).toMatchObject({
    deleted: true,
    status: 'DELETED',
  });
  expect((await api.call('GET', flags)).body.count).toBe(0);
  expect((await api.call('GET', `${flags}${id}/`)).status).toBe(200);
});

it('lists newest first, by search and state', async () => {
  for (const key of ['one', 'two', 'three']) await created({ key, active: key !== 'two' });
  const keys = async (query: string) =>
    (await api.call('GET', flags + query)).body.results.map((flag) => flag.key);
  expect(await keys('')).toEqual(['three', 'two', 'one']);
  expect(await keys('?active=true')).toEqual(['three', 'one']);
  expect(await keys('?active=false')).toEqual(['two']);
  expect(await keys('?search=TW')).toEqual(['two']);
  await created({ key: 'new-menu_2', name: 'A+ (b) 100%' });
  expect(await keys('?search=new%20MENU%202%20')).toEqual(['new-menu_2']);
  expect(await keys('?search=a%2B%20(b)')).toEqual(['new-menu_2']);
  expect(await keys('?search=100%25')).toEqual(['new-menu_2']);
  expect(await keys('?search=new.menu')).toEqual([]);
  await created({ key: 'last' });
  expect(await keys('?limit=1&offset=3')).toEqual(['two']);
});

it('hides flags from other projects', async () => {
  const { id } = await created({ key: 'k' });
  const other = `/api/projects/${await api.newProject()}/feature_flags/`;
  expect((await api.call('GET', other)).body.count).toBe(0);
  expect((await api.call('GET', `${other}${id}/`)).status).toBe(404);
  expect((await api.call('PATCH', `${other}${id}/`, { json: { active: false } })).status).toBe(404);
});
