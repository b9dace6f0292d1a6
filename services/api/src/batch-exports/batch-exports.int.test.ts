import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
const LIST = '/api/projects/1/batch_exports/';
const S3 = {
  type: 'S3',
  config: {
    bucket_name: 'bucket',
    region: 'us-east-1',
    aws_access_key_id: 'AKIAEXAMPLE',
    aws_secret_access_key: 'very-secret',
  },
};
const body = (more: object = {}) => ({ name: 'n', interval: 'hour', destination: S3, ...more });

beforeAll(async () => {
  api = await startTestApi(await createIsolatedStores(), {
    EXPORT_SECRETS_KEY: 'a key of the tests that is long enough',
    EXPORT_ROOT_DIR: '/nonexistent',
  });
});
afterAll(() => api.stop());

it('never gives a secret out, and hides an export from other projects', async () => {
  const created = await api.call('POST', LIST, { json: body() });
  expect(created.status).toBe(201);
  const path = `${LIST}${String(created.body.id)}/`;
  for (const answer of [created, await api.call('GET', path), await api.call('GET', LIST)]) {
    expect(answer.text).not.toMatch(/AKIAEXAMPLE|very-secret/);
  }
  const other = await api.newProject();
  const foreign = path.replace('/1/', `/${other}/`);
  expect((await api.call('GET', foreign)).status).toBe(404);
  expect((await api.call('POST', `${path}pause/`)).body).toEqual({ paused: true });
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect((await api.call('GET', path)).status).toBe(404);
});

it('starts, shows and cancels a run of a time range', async () => {
  const json = body({ destination: { type: 'File', config: {} } });
  const path = `${LIST}${String((await api.call('POST', LIST, { json })).body.id)}/`;
  const started = await api.call('POST', `${path}backfills/`, { json: {} });
  const backfill = `${path}backfills/${String(started.body['backfill_id'])}/`;
  expect((await api.call('GET', backfill)).body).toMatchObject({ status: 'Starting' });
  expect((await api.call('POST', `${backfill}cancel/`)).body).toEqual({ cancelled: true });
  expect((await api.call('POST', `${backfill}cancel/`)).status).toBe(400);
  const runs = await api.call('GET', `${path}runs/`);
  expect(runs.body.results).toMatchObject([{ status: 'Cancelled' }]);
});

it.each([
  [{ interval: 'year' }, 'interval'],
  [{ model: 'sessions' }, 'model'],
  [{ destination: { type: 'File', config: { prefix: '../x' } } }, 'destination__config__prefix'],
  [
    { destination: { ...S3, config: { ...S3.config, endpoint_url: 'http://127.0.0.1:9' } } },
    'destination__config__endpoint_url',
  ],
])('refuses %j by name', async (wrong, attr) => {
  const answer = await api.call('POST', LIST, { json: body(wrong) });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ type: 'validation_error', attr });
});
