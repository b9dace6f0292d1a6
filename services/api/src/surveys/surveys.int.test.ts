import { createLogger } from '@tidemark/platform';
import { createDatabase, createSurveyRepository } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let surveys: string;
beforeAll(async () => {
  const stores = await createStoresWithoutEvents();
  api = await startTestApi(stores);
  database = createDatabase(stores.postgres, {
    poolSize: 1,
    logger: createLogger('test', 'silent'),
  });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  surveys = `/api/projects/${await api.newProject()}/surveys/`;
});

const ASKED = { type: 'open', question: 'How is it?' };

const create = (json: object) => api.call('POST', surveys, { json });

it('stores the given fields, changes the named ones, and deletes', async () => {
  const made = await create({ name: 'NPS', type: 'popover', questions: [ASKED] });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'NPS',
      type: 'popover',
      questions: [ASKED],
      conditions: null,
      schedule: 'once',
      start_date: null,
      archived: false,
    },
  });
  const path = `${surveys}${String(made.body.id)}/`;
  const json = { start_date: '2026-01-01T00:00:00Z', conditions: { url: '/a' } };
  const started = await api.call('PATCH', path, { json });
  expect(started.body).toMatchObject({ name: 'NPS', conditions: { url: '/a' } });
  expect(new Date(String(started.body['start_date'])).toISOString()).toBe(
    '2026-01-01T00:00:00.000Z',
  );
  const reset = await api.call('PATCH', path, { json: { start_date: null, conditions: null } });
  expect(reset.body).toMatchObject({ start_date: null, conditions: null });
  expect((await api.call('GET', surveys)).body).toMatchObject({ count: 1 });
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect((await api.call('GET', path)).status).toBe(404);
  expect((await api.call('DELETE', path)).status).toBe(404);
});

it('gives each question an id, which it keeps', async () => {
  const made = await create({
    name: 'x',
    type: 'api',
    questions: [ASKED, { ...ASKED, id: 'q2' }],
  });
  const questions = made.body['questions'] as { id: string }[];
  expect(questions).toEqual([
    { ...ASKED, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { ...ASKED, id: 'q2' },
  ]);
  const path = `${surveys}${String(made.body.id)}/`;
  const again = await api.call('PATCH', path, { json: { questions } });
  expect(again.body['questions']).toEqual(questions);
});

it('creates its own flag, active while it runs, for users who have not answered', async () => {
  const made = await create({ name: 'NPS', type: 'popover' });
  const id = String(made.body.id);
  const flag = async () => {
    const rows = await database.db
      .selectFrom('feature_flags')
      .innerJoin('surveys', 'surveys.internal_targeting_flag_id', 'feature_flags.id')
      .select(['feature_flags.key', 'feature_flags.active', 'feature_flags.filters'])
      .where('surveys.id', '=', id)
      .execute();
    return rows[0];
  };
  expect(await flag()).toMatchObject({
    key: expect.stringMatching(/^survey-targeting-[0-9a-f]{10}$/),
    active: false,
    filters: {
      groups: [
        {
          properties: [
            { key: `$survey_dismissed/${id}`, operator: 'is_not_set' },
            { key: `$survey_responded/${id}`, operator: 'is_not_set' },
          ],
        },
      ],
    },
  });
  const change = (json: object) => api.call('PATCH', `${surveys}${id}/`, { json });
  await change({ start_date: '2026-01-01T00:00:00Z' });
  expect(await flag()).toMatchObject({ active: true });
  await change({ end_date: '2026-02-01T00:00:00Z' });
  expect(await flag()).toMatchObject({ active: false });
  const flags = surveys.replace('surveys', 'feature_flags');
  expect((await api.call('GET', flags)).body).toMatchObject({ count: 0 });
  const key = String((await flag())?.key);
  await api.call('DELETE', `${surveys}${id}/`);
  const left = database.db.selectFrom('feature_flags').select('key');
  expect(await left.where('key', '=', key).execute()).toEqual([]);
});

it('rejects values that it cannot store', async () => {
  const rejection = async (json: object) => {
    const { status, body } = await create({ name: 'x', type: 'api', ...json });
    return [status, body['attr']];
  };
  expect(await rejection({ type: 'letter' })).toEqual([400, 'type']);
  expect(await rejection({ linked_flag_id: 2_147_483_647 })).toEqual([400, 'linked_flag_id']);
  expect(await rejection({ name: '' })).toEqual([400, 'name']);
  expect((await rejection({ questions: [{ question: '\0' }] }))[0]).toBe(400);
});

it('another project’s survey is not found; scopes are asked for', async () => {
  const made = await create({ name: 'mine', type: 'api' });
  const path = `/api/projects/${await api.newProject()}/surveys/${String(made.body.id)}/`;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const json = method === 'PATCH' ? { name: 'theirs' } : undefined;
    expect((await api.call(method, path, { json })).status).toBe(404);
  }
  const key = await api.keyWith(['survey:read']);
  expect((await api.call('GET', surveys, { key })).status).toBe(200);
  expect((await api.call('POST', surveys, { key, json: {} })).status).toBe(403);
});

it('creates, changes and removes the flag that selects its audience', async () => {
  const asks = (value: string) => ({
    groups: [
      {
        properties: [{ key: 'plan', type: 'person', operator: 'exact', value: [value] }],
        rollout_percentage: 50,
      },
    ],
  });
  const made = await create({
    name: 'for some',
    type: 'popover',
    start_date: '2026-01-01T00:00:00Z',
    targeting_flag_filters: asks('pro'),
  });
  expect(made.body).toMatchObject({
    targeting_flag: {
      key: expect.stringMatching(/^survey-targeting-[0-9a-f]{10}$/),
      active: true,
      filters: asks('pro'),
    },
  });
  const path = `${surveys}${String(made.body.id)}/`;
  const change = (json: object) => api.call('PATCH', path, { json });
  expect((await change({ targeting_flag_filters: asks('free') })).body).toMatchObject({
    targeting_flag: { id: made.body['targeting_flag_id'], version: 2, filters: asks('free') },
  });
  const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };
  expect((await change({ targeting_flag_filters: everyone })).body).toMatchObject({
    code: 'invalid_input',
    detail: expect.stringMatching(/^Invalid operation: User targeting rolls out to everyone/),
  });
  expect((await change({ remove_targeting_flag: true })).body).toMatchObject({
    targeting_flag: null,
    targeting_flag_id: null,
  });
  const log = await api.call('GET', `${path}activity/`);
  expect(log.body).toMatchObject({
    total_count: 3,
    results: [
      { activity: 'updated', scope: 'Survey', detail: { name: 'for some' } },
      { detail: { changes: [{ field: 'targeting_flag_filters', before: asks('pro') }] } },
      { activity: 'created' },
    ],
  });
});

it('comes again every so many days', async () => {
  const start = new Date(Date.now() - 8 * 86_400_000);
  const made = await create({
    name: 'again',
    type: 'popover',
    schedule: 'recurring',
    iteration_count: 3,
    iteration_frequency_days: 7,
    start_date: start.toISOString(),
  });
  const id = String(made.body.id);
  expect(made.body).toMatchObject({
    current_iteration: 2,
    iteration_start_dates: [expect.anything(), expect.anything(), expect.anything()],
    internal_targeting_flag: {
      filters: { groups: [{ properties: [{ key: `$survey_dismissed/${id}/2` }, {}] }] },
    },
  });
  const repository = createSurveyRepository(database);
  const project = Number(surveys.split('/')[3]);
  expect(await repository.advance(new Date(start.getTime() + 10 * 86_400_000))).not.toContain(
    project,
  );
  expect(await repository.advance(new Date(start.getTime() + 15 * 86_400_000))).toContain(project);
  const later = await api.call('GET', `${surveys}${id}/`);
  expect(later.body).toMatchObject({
    current_iteration: 3,
    internal_targeting_flag: {
      version: 2,
      filters: { groups: [{ properties: [{ key: `$survey_dismissed/${id}/3` }, {}] }] },
    },
  });
  const fewer = await api.call('PATCH', `${surveys}${id}/`, { json: { iteration_count: 1 } });
  expect(fewer.body).toMatchObject({
    detail: 'Cannot change survey recurrence to 1, should be at least 3',
  });
});

it.each([
  [{ questions: [{ type: 'open' }] }, 'questions', 'Question text is required'],
  [
    { questions: [{ ...ASKED, choices: ['a', ' '] }] },
    'questions',
    'Question choices cannot be empty',
  ],
  [
    { questions: [{ ...ASKED, link: 'http://x.example' }] },
    'questions',
    'Link must be a URL with one of these schemes: [https, mailto]',
  ],
  [
    { conditions: { linkedFlagVariant: 'a' } },
    null,
    'linkedFlagVariant can only be used when a linked_flag_id is specified',
  ],
  [
    { appearance: { shuffleQuestions: true }, questions: [{ ...ASKED, branching: {} }] },
    null,
    'Question shuffling and question branching cannot be used together. Please disable one of these features.',
  ],
  [
    { type: 'external_survey', conditions: { url: '/a' } },
    'conditions',
    'The following condition fields are not allowed for external surveys: url',
  ],
  [{ responses_limit: 5 }, 'responses_limit', 'This setting is not supported.'],
  [{ name: 'taken' }, null, 'There is already a survey with this name.'],
])('rejects %j', async (json, attr, detail) => {
  await create({ name: 'taken', type: 'api' });
  const { status, body } = await create({ name: 'x', type: 'popover', ...json });
  expect([status, body['attr'], body['detail']]).toEqual([400, attr, detail]);
});

it('gives a name to one of several requests', async () => {
  const json = { name: 'at once', type: 'api' };
  const made = await Promise.all([create(json), create(json), create(json)]);
  expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
});

it('is named by the flag it is linked to', async () => {
  const flags = surveys.replace('surveys', 'feature_flags');
  const flag = await api.call('POST', flags, { json: { key: 'beta' } });
  const made = await create({ name: 'linked', type: 'api', linked_flag_id: flag.body.id });
  expect((await api.call('GET', `${flags}${String(flag.body.id)}/`)).body).toMatchObject({
    surveys: [{ id: made.body.id, linked_flag_key: 'beta', name: 'linked' }],
    features: [],
  });
});

it('rejects invalid periods', async () => {
  expect((await api.call('GET', `${surveys}stats/?date_from=soon`)).status).toBe(400);
  const period = 'date_from=2026-02-01T00:00:00Z&date_to=2026-01-01T00:00:00Z';
  expect((await api.call('GET', `${surveys}stats/?${period}`)).body).toMatchObject({
    detail: 'date_from must be before date_to',
  });
});
