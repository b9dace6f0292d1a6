import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createIsolatedDatabaseUrl, sharedEngineUrls } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let project: number;
let cohorts: string;
beforeAll(async () => {
  const postgres = await createIsolatedDatabaseUrl();
  api = await startTestApi({ ...sharedEngineUrls(), postgres });
  database = createDatabase(postgres, { poolSize: 1, logger: createLogger('test', 'warn') });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  project = await api.newProject();
  cohorts = `/api/projects/${project}/cohorts/`;
});

const create = (json: unknown) => api.call('POST', cohorts, { json });
const patch = (id: number, json: unknown) => api.call('PATCH', `${cohorts}${id}/`, { json });
async function created(json: unknown) {
  const response = await create(json);
  expect([response.status, response.text]).toEqual([201, response.text]);
  return response.body;
}

const person = (more: object = {}) => ({
  key: 'email',
  type: 'person',
  operator: 'icontains',
  value: '@x.io',
  ...more,
});
const filters = (...values: object[]) => ({
  properties: { type: 'OR', values: [{ type: 'AND', values }] },
});
const reference = (value: number, more: object = {}) => ({
  key: 'id',
  type: 'cohort',
  value,
  ...more,
});

const personId = (n: number) => `0190c6f8-3c26-7000-8000-00000000000${n}`;
/** Persons 1 to 3 with the distinct ids d1 to d3. */
async function persons() {
  for (const n of [1, 2, 3]) {
    await database.db
      .insertInto('persons')
      .values({
        project_id: project,
        id: personId(n),
        properties: JSON.stringify({ email: `p${n}@x.io` }),
        version: 1,
        created_at: new Date(0),
      })
      .execute();
    await database.db
      .insertInto('person_distinct_ids')
      .values({ project_id: project, distinct_id: `d${n}`, person_id: personId(n), version: 1 })
      .execute();
  }
}
async function upload(
  fields: Record<string, string>,
  csv: string,
  path = cohorts,
  method = 'POST',
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('csv', new Blob([csv]), 'members.csv');
  const encoded = new Response(form);
  return api.call(method, path, {
    raw: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}
async function memberIds(id: number, query = '') {
  const { body } = await api.call('GET', `${cohorts}${id}/persons/${query}`);
  return body.results.map((found) => found['uuid']);
}

it('creates a dynamic cohort that waits for its calculation', async () => {
  const cohort = await created({ name: ' Ours ', description: 'd', filters: filters(person()) });
  expect(cohort).toMatchObject({
    name: 'Ours',
    description: 'd',
    groups: [],
    deleted: false,
    filters: filters(person({ negation: false })),
    query: null,
    is_calculating: true,
    created_by: { id: 1 },
    last_calculation: null,
    errors_calculating: 0,
    count: null,
    is_static: false,
    cohort_type: 'person_property',
    experiment_set: [],
  });
  expect((await api.call('GET', `${cohorts}${cohort.id}/`)).body).toEqual(cohort);
  const alias = cohorts.replace('projects', 'environments');
  expect((await api.call('GET', alias)).body).toMatchObject({
    count: 1,
    next: null,
    previous: null,
    results: [cohort],
  });
});

it('lists the newest first, by name, kind and creator, without deleted ones', async () => {
  const a = await created({ name: 'Alpha', filters: filters(person()) });
  const b = await created({ name: 'Beta', is_static: true });
  const c = await created({ name: 'Gamma', filters: filters(person()) });
  const ids = async (query: string) =>
    (await api.call('GET', cohorts + query)).body.results.map((cohort) => cohort.id);
  expect(await ids('')).toEqual([c.id, b.id, a.id]);
  expect(await ids('?limit=1&offset=1')).toEqual([b.id]);
  expect(await ids('?search=ALPH')).toEqual([a.id]);
  expect(await ids('?type=static')).toEqual([b.id]);
  expect(await ids('?type=dynamic&created_by_id=1')).toEqual([c.id, a.id]);
  expect((await patch(c.id, { deleted: true })).body).toMatchObject({ deleted: true });
  expect(await ids('')).toEqual([b.id, a.id]);
  expect((await api.call('GET', `${cohorts}${c.id}/`)).status).toBe(200);
});

it('reads the oldest form of filters', async () => {
  const groups = [
    { properties: [{ key: 'plan', value: 'pro' }] },
    { days: '7', action_id: 3, count: 2, count_operator: 'lte' },
  ];
  const cohort = await created({ name: 'old', groups });
  expect(cohort['filters']).toMatchObject({
    properties: {
      type: 'OR',
      values: [
        { type: 'AND', values: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }] },
        {
          type: 'AND',
          values: [
            {
              key: 3,
              type: 'behavioral',
              event_type: 'actions',
              value: 'performed_event_multiple',
              operator: 'lte',
              operator_value: 2,
              time_value: 7,
              time_interval: 'day',
            },
          ],
        },
      ],
    },
  });
  expect(cohort['cohort_type']).toBe('behavioral');
});

it.each<[what: string, json: object, detail: string | RegExp, attr: string | null]>([
  [
    'no properties',
    { filters: {} },
    "Must contain a 'properties' key with type and values",
    'filters',
  ],
  [
    'no list',
    { filters: { properties: { type: 'OR' } } },
    'A group of filters needs a list of values.',
    'filters',
  ],
  [
    'a group of unknown type',
    { filters: { properties: { type: 'XOR', values: [] } } },
    /type 'AND' or 'OR'/,
    'filters',
  ],
  [
    'no value',
    { filters: filters({ key: 'a', type: 'person', operator: 'exact' }) },
    'Missing required keys for person filter: value',
    'filters',
  ],
  [
    'no operator',
    { filters: filters({ key: 'a', type: 'person', value: 1 }) },
    'Missing required keys for person filter: operator',
    'filters',
  ],
  [
    'no key',
    { filters: filters({ type: 'behavioral', value: 'performed_event' }) },
    'Missing required keys for behavioral filter: key, event_type',
    'filters',
  ],
  [
    'a foreign type',
    { filters: filters({ type: 'group', key: 'a' }) },
    /^Filters of type 'group' are not supported/,
    'filters',
  ],
  [
    'an unknown operator',
    { filters: filters(person({ operator: 'sounds' })) },
    /^Invalid operator of a person filter/,
    'filters',
  ],
  [
    'a broken regex',
    { filters: filters(person({ operator: 'regex', value: '(' })) },
    /^Invalid regular expression: /,
    'filters',
  ],
  [
    'what is no date',
    { filters: filters(person({ operator: 'is_date_before', value: 'soon' })) },
    "Invalid date value 'soon' for operator 'is_date_before'. Expected a relative date (e.g., '-7d', '30d') or an ISO 8601 date (e.g., '2024-01-15').",
    'filters',
  ],
  [
    'an unknown cohort',
    { filters: filters(reference(1_000_000)) },
    'Invalid Cohort ID in filter',
    null,
  ],
  [
    'both',
    {
      is_static: true,
      filters: filters(person()),
      query: { kind: 'HogQLQuery', query: 'select 1' },
    },
    'Cannot set both query and filters at the same time.',
    null,
  ],
  [
    'a dynamic query',
    { query: { kind: 'HogQLQuery', query: 'select 1' } },
    /^Cannot create a dynamic cohort with a query/,
    null,
  ],
  [
    'a foreign query',
    { is_static: true, query: { kind: 'TrendsQuery' } },
    'Query must be an ActorsQuery or HogQLQuery. Got: TrendsQuery',
    'query',
  ],
  [
    'a file that is none',
    { is_static: true, csv: 'a' },
    /^The submitted data was not a file/,
    'csv',
  ],
])('rejects %s', async (_what, json, detail, attr) => {
  const response = await create({ name: 'x', ...json });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    type: 'validation_error',
    code: 'invalid_input',
    detail: typeof detail === 'string' ? detail : (expect.stringMatching(detail) as unknown),
    attr,
  });
});

it('rejects filters that nest beyond reason', async () => {
  let values: object = person();
  for (let depth = 0; depth < 30; depth += 1) values = { type: 'AND', values: [values] };
  const response = await create({ filters: { properties: values } });
  expect(response.body.detail).toBe('Filters are nested too deep.');
});

it('rejects cohorts that lead back to themselves', async () => {
  const a = await created({ name: 'a', filters: filters(person()) });
  const b = await created({ name: 'b', filters: filters(reference(a.id)) });
  for (const target of [a, b]) {
    const response = await patch(a.id, { filters: filters(reference(target.id)) });
    expect([response.status, response.body.detail]).toEqual([
      400,
      'Cohorts cannot reference other cohorts in a loop.',
    ]);
  }
});

it('stays while flags or cohorts depend on it', async () => {
  const a = await created({ name: 'a', filters: filters(person()) });
  const b = await created({ name: 'b', filters: filters(reference(a.id)) });
  const flagFilters = { groups: [{ properties: [reference(b.id, { operator: 'in' })] }] };
  const flags = `/api/projects/${project}/feature_flags/`;
  const flag = await api.call('POST', flags, { json: { key: 'f', filters: flagFilters } });
  expect(flag.status).toBe(201);
  expect((await patch(a.id, { deleted: true })).body.detail).toBe(
    'This cohort is used as criteria in 1 other cohort(s): b. Please remove this cohort from those cohort definitions before deleting it.',
  );
  expect((await patch(b.id, { deleted: true })).body.detail).toBe(
    'This cohort is used in 1 active feature flag(s): f. Please remove the cohort from these feature flags before deleting it.',
  );
  await api.call('PATCH', `${flags}${flag.body.id}/`, { json: { active: false } });
  expect((await patch(b.id, { deleted: true })).status).toBe(200);
  const other = await api.call('POST', flags, { json: { key: 'g', filters: flagFilters } });
  expect(other.body).toMatchObject({ code: 'cohort_does_not_exist', attr: 'filters' });
});

it('has methods and scopes like its neighbours', async () => {
  const cohort = await created({ filters: filters(person()) });
  const path = `${cohorts}${cohort.id}/`;
  expect((await api.call('DELETE', path)).status).toBe(405);
  const reader = await api.keyWith(['cohort:read']);
  expect((await api.call('GET', path, { key: reader })).status).toBe(200);
  expect((await api.call('PATCH', path, { key: reader, json: { name: 'x' } })).status).toBe(403);
  const stranger = await api.keyWith(['action:write']);
  expect((await api.call('GET', `${path}persons/`, { key: stranger })).status).toBe(403);
  const elsewhere = `/api/projects/${await api.newProject()}/cohorts/${cohort.id}/`;
  expect((await api.call('GET', elsewhere)).status).toBe(404);
  expect((await api.call('GET', `${elsewhere}persons/`)).status).toBe(404);
});

it('makes a static cohort of a flag', async () => {
  const flags = `/api/projects/${project}/feature_flags/`;
  const make = (id: number) =>
    api.call('POST', `${flags}${id}/create_static_cohort_for_flag/`, { json: {} });
  const flag = await api.call('POST', flags, { json: { key: 'beta' } });
  const made = await make(flag.body.id);
  expect(made.status).toBe(201);
  const cohort = made.body['cohort'];
  expect(cohort).toMatchObject({
    name: expect.stringMatching(
      /^Users with feature flag beta enabled at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    ) as unknown,
    is_static: true,
    is_calculating: true,
    query: null,
    filters: { properties: {} },
  });
  expect((await api.call('GET', cohorts)).body.results).toEqual([cohort]);
  const filters = { groups: [{}], aggregation_group_type_index: 0 };
  const ofGroups = await api.call('POST', flags, { json: { key: 'groups', filters } });
  expect((await make(ofGroups.body.id)).status).toBe(400);
  expect((await make(1_000_000)).status).toBe(404);
});

describe('a static cohort', () => {
  it('takes members from a file, by distinct id', async () => {
    await persons();
    const response = await upload({ name: 's', is_static: 'true' }, 'd1\nd3\nnobody\n');
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      name: 's',
      is_static: true,
      cohort_type: 'static',
      count: 2,
      is_calculating: false,
      last_calculation: expect.any(String) as unknown,
    });
    const { id } = response.body;
    const list = await api.call('GET', `${cohorts}${id}/persons/`);
    expect(list.body).toMatchObject({
      next: null,
      previous: null,
      results: [
        {
          type: 'person',
          id: personId(3),
          uuid: personId(3),
          name: 'p3@x.io',
          distinct_ids: ['d3'],
          properties: { email: 'p3@x.io' },
          created_at: '1970-01-01T00:00:00Z',
        },
        { uuid: personId(1) },
      ],
    });
    const more = await upload({}, 'email\np2@x.io\n', `${cohorts}${id}/`, 'PATCH');
    expect(more.body).toMatchObject({ count: 3 });
    expect(await memberIds(id, '?limit=2')).toEqual([personId(3), personId(2)]);
    expect(await memberIds(id, '?limit=2&offset=2')).toEqual([personId(1)]);
  });

  it('rejects a file without ids', async () => {
    const response = await upload({ is_static: 'true' }, '');
    expect(response.body).toMatchObject({
      attr: 'csv',
      detail: expect.stringMatching(/^CSV file is empty/) as unknown,
    });
  });

  it('takes and loses members by uuid', async () => {
    await persons();
    const { id } = await created({ is_static: true, _create_static_person_ids: [personId(1)] });
    const add = (person_ids: unknown) =>
      api.call('PATCH', `${cohorts}${id}/add_persons_to_static_cohort/`, { json: { person_ids } });
    const remove = (person_id: unknown) =>
      api.call('PATCH', `${cohorts}${id}/remove_person_from_static_cohort/`, {
        json: { person_id },
      });
    expect((await add([personId(2), personId(1)])).body).toEqual({ success: true });
    expect(await memberIds(id)).toEqual([personId(2), personId(1)]);
    expect((await remove(personId(1))).body).toEqual({ success: true });
    expect(await memberIds(id)).toEqual([personId(2)]);
    expect((await api.call('GET', `${cohorts}${id}/`)).body).toMatchObject({ count: 1 });

    const details = [await add('x'), await add([]), await add([personId(9)]), await add(['x'])];
    expect(details.map((response) => response.body.detail)).toEqual([
      'person_ids must be a list',
      'person_ids cannot be empty',
      'No valid users to add to cohort',
      'No valid users to add to cohort',
    ]);
    const rejections = [await remove(null), await remove(5), await remove('x')];
    expect(rejections.map((response) => response.body.detail)).toEqual([
      'person_id is required',
      'person_id must be a string',
      'person_id must be a valid UUID',
    ]);
    expect((await remove(personId(3))).status).toBe(404);
  });

  it('is the only kind whose members are named', async () => {
    const { id } = await created({ filters: filters(person()) });
    const paths = ['add_persons_to_static_cohort', 'remove_person_from_static_cohort'];
    const responses = await Promise.all(
      paths.map((path) => api.call('PATCH', `${cohorts}${id}/${path}/`, { json: {} })),
    );
    expect(responses.map((response) => response.body.detail)).toEqual([
      'Can only add users to static cohorts',
      'Can only remove users from static cohorts',
    ]);
  });

  it('can become dynamic where it has filters, and static again', async () => {
    const { id } = await created({ is_static: true, _create_static_person_ids: [personId(1)] });
    expect((await patch(id, { is_static: false })).body).toMatchObject({ attr: 'is_static' });
    const dynamic = await patch(id, { is_static: false, filters: filters(person()) });
    expect(dynamic.body).toMatchObject({
      is_static: false,
      is_calculating: true,
      cohort_type: 'person_property',
    });
    const members = database.db.selectFrom('cohort_members').select('person_id');
    expect(await members.where('cohort_id', '=', id).execute()).toEqual([]);
    expect((await patch(id, { is_static: true })).body).toMatchObject({
      is_static: true,
      is_calculating: true,
    });
    const log = await api.call(
      'GET',
      `/api/projects/${project}/activity_log/?scope=Cohort&item_id=${String(id)}`,
    );
    expect(log.body).toMatchObject({
      total_count: 3,
      results: [
        { activity: 'updated', detail: { changes: [{ field: 'is_static', after: true }] } },
        { activity: 'updated' },
        { activity: 'created' },
      ],
    });
  });

  it('keeps the criteria it was made from', async () => {
    const { id } = await created({ is_static: true, filters: filters(person()) });
    expect((await patch(id, { filters: filters(person({ value: 'y' })) })).body.detail).toMatch(
      /^Editing the criteria of a static cohort/,
    );
    expect((await patch(id, { name: 'renamed' })).body).toMatchObject({ name: 'renamed' });
  });
});
