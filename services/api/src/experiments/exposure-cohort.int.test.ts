import { experimentScene } from '../test-support/experiment-scene';

const scene = experimentScene();
const { draft, pathOf, read, act } = scene;

const create = (id: number) => act(id, 'create_exposure_cohort_for_experiment');
const leafOf = (body: Record<string, unknown>): Record<string, unknown> => {
  const { filters } = body['cohort'] as {
    filters: { properties: { values: { values: Record<string, unknown>[] }[] } };
  };
  return filters.properties.values[0]?.values[0] ?? {};
};

it('creates the cohort of the people whom an experiment exposed, once', async () => {
  const id = await draft('offer', { name: 'The "offer"' });
  expect(await create(id)).toMatchObject({
    status: 400,
    body: { type: 'validation_error', detail: 'Experiment does not have a start date' },
  });
  const { body: launched } = await act(id, 'launch');
  const made = await create(id);
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  expect(made.body['cohort']).toMatchObject({
    name: 'Users exposed to experiment "The "offer""',
    is_static: false,
    is_calculating: true,
    experiment_set: [id],
    created_by: { email: expect.any(String) },
  });
  expect(leafOf(made.body)).toMatchObject({
    type: 'behavioral',
    value: 'performed_event',
    key: '$feature_flag_called',
    event_type: 'events',
    negation: false,
    explicit_datetime: expect.stringMatching(/^20\d\d-/),
    event_filters: [{ key: '$feature_flag', value: ['offer'], operator: 'exact', type: 'event' }],
  });
  const { id: cohort } = made.body['cohort'] as { id: number };
  expect(new Date(String(leafOf(made.body)['explicit_datetime'])).getTime()).toBe(
    new Date(String(launched['start_date'])).getTime(),
  );
  expect((await read(id)).body['exposure_cohort']).toBe(cohort);
  expect(await create(id)).toMatchObject({
    status: 400,
    body: { detail: 'Experiment already has an exposure cohort' },
  });
  const cohorts = pathOf(id).replace(/experiments.*/, 'cohorts/');
  expect((await scene.api.call('GET', `${cohorts}${cohort}/`)).body).toMatchObject({
    experiment_set: [id],
  });
  expect((await scene.api.call('GET', cohorts)).body['count']).toBe(1);
});

it('uses the event or the action that the exposure criteria name', async () => {
  const start_date = '2026-01-01T00:00:00Z';
  const properties = [{ key: 'plan', value: ['pro'], operator: 'exact', type: 'event' }];
  const config = { kind: 'ExperimentEventExposureConfig', event: 'offer seen', properties };
  const own = await draft('own', { start_date, exposure_criteria: { exposure_config: config } });
  expect(leafOf((await create(own)).body)).toMatchObject({
    key: 'offer seen',
    event_type: 'events',
    event_filters: properties,
    explicit_datetime: '2026-01-01T00:00:00.000Z',
  });
  const actions = pathOf(own).replace(/experiments.*/, 'actions/');
  const action = await scene.api.call('POST', actions, { json: { name: 'Seen', steps: [] } });
  const named = await draft('named', {
    start_date,
    exposure_criteria: { exposure_config: { kind: 'ActionsNode', id: action.body.id } },
  });
  expect(leafOf((await create(named)).body)).toMatchObject({
    key: action.body.id,
    event_type: 'actions',
  });
});

it('is a 404 for a deleted experiment and for another project, and needs the scope', async () => {
  const id = await draft('gone', { start_date: '2026-01-01T00:00:00Z' });
  const other = await scene.api.newProject();
  const path = `experiments/${id}/create_exposure_cohort_for_experiment/`;
  expect(
    (await scene.api.call('POST', `/api/projects/${other}/${path}`, { json: {} })).status,
  ).toBe(404);
  const key = await scene.api.keyWith(['experiment:read', 'cohort:write']);
  const url = `${pathOf(id)}create_exposure_cohort_for_experiment/`;
  expect((await scene.api.call('POST', url, { key, json: {} })).status).toBe(403);
  await scene.patch(id, { deleted: true });
  expect((await create(id)).status).toBe(404);
});
