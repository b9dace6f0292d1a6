import { cohortScene, filters, person, reference } from '../test-support/cohort-scene';

const { api, project, create, created, patch } = cohortScene();

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
    'no type',
    { filters: filters({ key: 'plan', value: 'pro' }) },
    'A filter needs a type: person, behavioral or cohort.',
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
    'a date that cannot be parsed',
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
  const flags = `/api/projects/${project()}/feature_flags/`;
  const flag = await api().call('POST', flags, { json: { key: 'f', filters: flagFilters } });
  expect(flag.status).toBe(201);
  expect((await patch(a.id, { deleted: true })).body.detail).toBe(
    'This cohort is used as criteria in 1 other cohort(s): b. Please remove this cohort from those cohort definitions before deleting it.',
  );
  expect((await patch(b.id, { deleted: true })).body.detail).toBe(
    'This cohort is used in 1 active feature flag(s): f. Please remove the cohort from these feature flags before deleting it.',
  );
  await api().call('PATCH', `${flags}${flag.body.id}/`, { json: { active: false } });
  expect((await patch(b.id, { deleted: true })).status).toBe(200);
  const other = await api().call('POST', flags, { json: { key: 'g', filters: flagFilters } });
  expect(other.body).toMatchObject({ code: 'cohort_does_not_exist', attr: 'filters' });
});
