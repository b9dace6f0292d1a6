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
  for (const response of [created, await api.call('GET', path), await api.call('GET', LIST)]) {
    expect(response.text).not.toMatch(/AKIAEXAMPLE|very-secret/);
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
  [
    { destination: { ...S3, config: { ...S3.config, endpoint_url: 'http://s3.example.com' } } },
    'destination__config__endpoint_url',
  ],
])('rejects %j by name', async (wrong, attr) => {
  const response = await api.call('POST', LIST, { json: body(wrong) });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', attr });
});

it.each(['garbage', 'last week', '-7d', '2026-02-30T00:00:00Z', '', 7])(
  'rejects the time %p by name, of an export and of a range',
  async (time) => {
    const created = await api.call('POST', LIST, { json: body() });
    const path = `${LIST}${String(created.body.id)}/`;
    for (const attr of ['start_at', 'end_at']) {
      for (const [method, target, json] of [
        ['POST', LIST, body({ [attr]: time })],
        ['PATCH', path, { [attr]: time }],
        ['POST', `${path}backfills/`, { [attr]: time }],
      ] as const) {
        const response = await api.call(method, target, { json });
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({ type: 'validation_error', attr });
      }
    }
  },
);

it('rejects a range that is reversed, empty or not over', async () => {
  const [early, late, future] = [
    '2026-01-01T00:00:00Z',
    '2026-01-02T00:00:00Z',
    '9000-01-01T00:00',
  ];
  const created = await api.call('POST', LIST, { json: body() });
  const path = `${LIST}${String(created.body.id)}/`;
  for (const [target, json, said] of [
    [LIST, body({ start_at: late, end_at: early }), /'end_at' must be after 'start_at'/],
    [LIST, body({ start_at: late, end_at: late }), /'end_at' must be after 'start_at'/],
    [`${path}backfills/`, { start_at: late, end_at: early }, /'start_at' happens after 'end_at'/],
    [`${path}backfills/`, { start_at: early, end_at: future }, /is in the future/],
    [`${path}backfills/`, { start_at: future }, /is in the future/],
  ] as const) {
    const response = await api.call('POST', target, { json });
    expect(response.status).toBe(400);
    expect(response.body['detail']).toMatch(said);
  }
});

it('finds exports by a part of their name', async () => {
  for (const name of ['Searched 100%', 'Searched twice']) {
    await api.call('POST', LIST, { json: body({ name }) });
  }
  const found = async (search: string) =>
    (await api.call('GET', `${LIST}?search=${encodeURIComponent(search)}`)).body;
  expect(await found('SEARCHED')).toMatchObject({ count: 2 });
  expect(await found('d 100%')).toMatchObject({ count: 1, results: [{ name: 'Searched 100%' }] });
  expect(await found('_')).toMatchObject({ count: 0 });
});
