import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createIsolatedDatabaseUrl, sharedEngineUrls } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let surveys: string;
beforeAll(async () => {
  const postgres = await createIsolatedDatabaseUrl();
  api = await startTestApi({ ...sharedEngineUrls(), postgres });
  database = createDatabase(postgres, { poolSize: 1, logger: createLogger('test', 'silent') });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  surveys = `/api/projects/${await api.newProject()}/surveys/`;
});

const create = (json: object) => api.call('POST', surveys, { json });

it('keeps what was given, changes what is named, deletes', async () => {
  const made = await create({ name: 'NPS', type: 'popover', questions: [{ type: 'open' }] });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'NPS',
      type: 'popover',
      questions: [{ type: 'open' }],
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
    questions: [{ type: 'open' }, { id: 'q2' }],
  });
  const questions = made.body['questions'] as { id: string }[];
  expect(questions).toEqual([
    { type: 'open', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { id: 'q2' },
  ]);
  const path = `${surveys}${String(made.body.id)}/`;
  const again = await api.call('PATCH', path, { json: { questions } });
  expect(again.body['questions']).toEqual(questions);
});

it('makes a flag of its own, active while it runs, for whom has not answered it', async () => {
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

it('refuses what it cannot keep', async () => {
  const refusal = async (json: object) => {
    const { status, body } = await create({ name: 'x', type: 'api', ...json });
    return [status, body['attr']];
  };
  expect(await refusal({ type: 'letter' })).toEqual([400, 'type']);
  expect(await refusal({ linked_flag_id: 2_147_483_647 })).toEqual([400, 'linked_flag_id']);
  expect(await refusal({ name: '' })).toEqual([400, 'name']);
  expect((await refusal({ questions: [{ question: '\0' }] }))[0]).toBe(400);
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
