import { cohortScene, filters, person } from '../test-support/cohort-scene';

const { api, cohorts, created, patch } = cohortScene();

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
  expect((await api().call('GET', `${cohorts()}${cohort.id}/`)).body).toEqual(cohort);
  const alias = cohorts().replace('projects', 'environments');
  expect((await api().call('GET', alias)).body).toMatchObject({
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
    (await api().call('GET', cohorts() + query)).body.results.map((cohort) => cohort.id);
  expect(await ids('')).toEqual([c.id, b.id, a.id]);
  expect(await ids('?limit=1&offset=1')).toEqual([b.id]);
  expect(await ids('?search=ALPH')).toEqual([a.id]);
  expect(await ids('?type=static')).toEqual([b.id]);
  expect(await ids('?type=dynamic&created_by_id=1')).toEqual([c.id, a.id]);
  expect((await patch(c.id, { deleted: true })).body).toMatchObject({ deleted: true });
  expect(await ids('')).toEqual([b.id, a.id]);
  expect((await api().call('GET', `${cohorts()}${c.id}/`)).status).toBe(200);
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

it('has methods and scopes like its neighbours', async () => {
  const cohort = await created({ filters: filters(person()) });
  const path = `${cohorts()}${cohort.id}/`;
  expect((await api().call('DELETE', path)).status).toBe(405);
  const reader = await api().keyWith(['cohort:read']);
  expect((await api().call('GET', path, { key: reader })).status).toBe(200);
  expect((await api().call('PATCH', path, { key: reader, json: { name: 'x' } })).status).toBe(403);
  const stranger = await api().keyWith(['action:write']);
  expect((await api().call('GET', `${path}persons/`, { key: stranger })).status).toBe(403);
  const elsewhere = `/api/projects/${await api().newProject()}/cohorts/${cohort.id}/`;
  expect((await api().call('GET', elsewhere)).status).toBe(404);
  expect((await api().call('GET', `${elsewhere}persons/`)).status).toBe(404);
});
