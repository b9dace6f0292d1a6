import { cohortScene, filters, person, personId } from '../test-support/cohort-scene';

const { api, database, project, cohorts, created, patch, persons, upload, memberIds } =
  cohortScene();

it('makes a static cohort of a flag', async () => {
  const flags = `/api/projects/${project()}/feature_flags/`;
  const make = (id: number) =>
    api().call('POST', `${flags}${id}/create_static_cohort_for_flag/`, { json: {} });
  const flag = await api().call('POST', flags, { json: { key: 'beta' } });
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
  expect((await api().call('GET', cohorts())).body.results).toEqual([cohort]);
  const filters = { groups: [{}], aggregation_group_type_index: 0 };
  const ofGroups = await api().call('POST', flags, { json: { key: 'groups', filters } });
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
    const list = await api().call('GET', `${cohorts()}${id}/persons/`);
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
    const more = await upload({}, 'email\np2@x.io\n', `${cohorts()}${id}/`, 'PATCH');
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
      api().call('PATCH', `${cohorts()}${id}/add_persons_to_static_cohort/`, {
        json: { person_ids },
      });
    const remove = (person_id: unknown) =>
      api().call('PATCH', `${cohorts()}${id}/remove_person_from_static_cohort/`, {
        json: { person_id },
      });
    expect((await add([personId(2), personId(1)])).body).toEqual({ success: true });
    expect(await memberIds(id)).toEqual([personId(2), personId(1)]);
    expect((await remove(personId(1))).body).toEqual({ success: true });
    expect(await memberIds(id)).toEqual([personId(2)]);
    expect((await api().call('GET', `${cohorts()}${id}/`)).body).toMatchObject({ count: 1 });

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
      paths.map((path) => api().call('PATCH', `${cohorts()}${id}/${path}/`, { json: {} })),
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
    const members = database().db.selectFrom('cohort_members').select('person_id');
    expect(await members.where('cohort_id', '=', id).execute()).toEqual([]);
    expect((await patch(id, { is_static: true })).body).toMatchObject({
      is_static: true,
      is_calculating: true,
    });
    const log = await api().call(
      'GET',
      `/api/projects/${project()}/activity_log/?scope=Cohort&item_id=${String(id)}`,
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
