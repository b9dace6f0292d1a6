import { createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Imports without a query-worker: what is taken in, what is stored, and who may. */
const LIST = '/api/projects/1/imports/';
const KEY = 'phx_a-key-of-the-source';
const body = {
  ...{ source: 'posthog', address: 'https://eu.posthog.com', project: '12345', key: KEY },
};
const MAPPING = JSON.stringify({
  ...{ event: { value: 'order' }, distinct_id: { column: 'c' }, timestamp: { column: 'at' } },
});

let api: TestApi;
let database: Database;

beforeAll(async () => {
  const stores = await createIsolatedStores();
  api = await startTestApi(stores, {
    EXPORT_SECRETS_KEY: 'a key of the tests, long enough for it',
  });
  database = createDatabase(stores.postgres, {
    poolSize: 1,
    logger: createLogger('test', 'silent'),
  });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const cancel = (id: unknown) => api.call('POST', `${LIST}${String(id)}/cancel/`);
const upload = (
  fileName: string,
  text: string,
  fields: Readonly<Record<string, string>>,
  key?: string,
) => uploadAll([[fileName, text]], fields, key);
const uploadAll = async (
  files: readonly (readonly [name: string, text: string])[],
  fields: Readonly<Record<string, string>>,
  key?: string,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [fileName, text] of files) form.append('file', new Blob([text]), fileName);
  const encoded = new Response(form);
  return api.call('POST', `${LIST}file/`, {
    ...(key !== undefined && { key }),
    raw: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
};
const stored = async (id: unknown) => {
  const runs = database.db.selectFrom('import_runs').select('secrets');
  const [run] = await runs.where('id', '=', String(id)).execute();
  const files = database.db.selectFrom('import_files').select('piece');
  const pieces = await files.where('run_id', '=', String(id)).execute();
  return { secrets: run?.secrets, pieces: pieces.length };
};

it('keeps the key sealed until the run ends, and shows it nowhere', async () => {
  const created = await api.call('POST', LIST, { json: body });
  expect(created).toMatchObject({
    status: 201,
    body: {
      ...{ status: 'queued', source: 'posthog', phase: null, counts: {}, in_background: true },
      settings: { address: 'https://eu.posthog.com/', project: '12345' },
      created_by: { id: 1 },
    },
  });
  const { id } = created.body;
  expect(await stored(id)).toMatchObject({ secrets: expect.stringMatching(/^v1\./) as string });
  expect((await stored(id)).secrets).not.toContain(KEY);
  const path = `${LIST}${String(id)}/`;
  for (const response of [created, await api.call('GET', path), await api.call('GET', LIST)]) {
    expect(response.text).not.toContain(KEY);
  }
  const other = await api.newProject();
  const foreign = path.replace('/1/', `/${other}/`);
  expect((await api.call('GET', foreign)).status).toBe(404);
  expect((await api.call('POST', `${foreign}cancel/`)).status).toBe(404);
  expect((await api.call('POST', LIST, { json: body })).status).toBe(400);
  expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect(await stored(id)).toEqual({ secrets: null, pieces: 0 });
  expect((await cancel(id)).status).toBe(400);
});

it('keeps an uploaded file until the run ends', async () => {
  const line = `${JSON.stringify({ type: 'track', event: 'e', userId: 'u', context: 'x'.repeat(100) })}\n`;
  const created = await upload('lines.jsonl', line.repeat(12_000), { source: 'segment' });
  expect(created).toMatchObject({
    status: 201,
    body: { settings: { file: 'lines.jsonl', bytes: line.length * 12_000 } },
  });
  expect(await stored(created.body.id)).toEqual({ secrets: null, pieces: 2 });
  await cancel(created.body.id);
  expect(await stored(created.body.id)).toEqual({ secrets: null, pieces: 0 });
});

it('takes several files of a source as one import, in the order of their names', async () => {
  const line = JSON.stringify({ type: 'track', event: 'e', userId: 'u' });
  const files = [
    ['b.jsonl', `${line}\n${line}\n`],
    ['a.jsonl', `${line}\n`],
  ] as const;
  const created = await uploadAll(files, { source: 'segment' });
  const parts = [
    { name: 'a.jsonl', bytes: line.length + 1 },
    { name: 'b.jsonl', bytes: (line.length + 1) * 2 },
  ];
  expect(created).toMatchObject({
    status: 201,
    body: { settings: { file: 'a.jsonl, b.jsonl', bytes: (line.length + 1) * 3, parts } },
  });
  await cancel(created.body.id);
  const wrong = await uploadAll([...files, ['c.jsonl', '{1']], { source: 'segment' });
  expect(wrong).toMatchObject({ status: 400, body: { attr: 'file' } });
  expect(wrong.body.detail).toContain(
    'c.jsonl: None of the files has records that can be imported: a line of c.jsonl is not valid JSON',
  );
  const twice = await uploadAll([...files, ['a.jsonl', '{}']], { source: 'segment' });
  expect(twice).toMatchObject({ status: 400, body: { attr: 'file' } });
  expect(twice.body.detail).toContain('the same name');
});

const mixpanel = {
  ...{ source: 'mixpanel', project: '77', user: 'service.account', key: 'a secret of Mixpanel' },
  ...{ from: '2026-01-01', to: '2026-01-31' },
};
const amplitude = {
  ...{ source: 'amplitude', user: 'an-api-key', key: 'a secret of Amplitude', from: '2026-01-01' },
};

it('keeps both parts of a credential sealed, for sources that are read day by day', async () => {
  const days = { from: '2026-01-01', to: '2026-01-31' };
  const settings = { address: 'https://data.mixpanel.com/', project: '77', ...days };
  const created = await api.call('POST', LIST, { json: mixpanel });
  expect(created).toMatchObject({ status: 201, body: { source: 'mixpanel', settings } });
  expect((await stored(created.body.id)).secrets).toMatch(/^v1\./);
  expect(created.text).not.toMatch(/service\.account|a secret/);
  await cancel(created.body.id);
  expect(await stored(created.body.id)).toEqual({ secrets: null, pieces: 0 });

  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const eu = { ...amplitude, address: 'https://analytics.eu.amplitude.com' };
  const second = await api.call('POST', LIST, { json: eu });
  expect(second.status).toBe(201);
  expect(second.body).toMatchObject({
    source: 'amplitude',
    settings: { address: 'https://analytics.eu.amplitude.com/', from: '2026-01-01', to: yesterday },
  });
  expect(second.text).not.toMatch(/an-api-key|a secret/);
  await cancel(second.body.id);
});

it.each([
  [{ address: 'https://10.0.0.1' }, 'address', 'private'],
  [{ address: 'http://data.mixpanel.com' }, 'address', 'must begin with https://'],
  [{ project: undefined }, 'project', ''],
  [{ user: '' }, 'user', ''],
  [{ key: undefined }, 'key', ''],
  [{ from: undefined }, 'from', ''],
  [{ from: '2026-02-30' }, 'from', ''],
  [{ to: '2025-12-31' }, 'to', 'before the first day'],
  [{ from: '1900-01-01' }, 'to', 'more than 20 years'],
])('rejects %j of Mixpanel by name', async (wrong, attr, detail) => {
  const response = await api.call('POST', LIST, { json: { ...mixpanel, ...wrong } });
  expect(response).toMatchObject({ status: 400, body: { type: 'validation_error', attr } });
  expect(response.body.detail).toContain(detail);
});

it('starts one of many imports that are requested at once', async () => {
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      api.call('POST', LIST, { json: { ...mixpanel, project: String(index) } }),
    ),
  );
  const [created, ...others] = [...responses].sort((a, b) => a.status - b.status);
  expect(created?.status).toBe(201);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 400));
  await cancel(created?.body.id);
});

it.each([
  [{ address: 'http://eu.posthog.com' }, 'address', 'must begin with https://'],
  [{ address: 'https://127.0.0.1:9' }, 'address', 'private'],
  [{ address: 'https://169.254.169.254' }, 'address', 'private'],
  [{ address: 'https://[::1]' }, 'address', 'private'],
  [{ address: 'https://ann:secret@eu.posthog.com' }, 'address', 'without a name'],
  [{ address: 'ftp://eu.posthog.com' }, 'address', ''],
  [{ source: 'elsewhere' }, 'source', ''],
  [{ project: '' }, 'project', ''],
  [{ key: null }, 'key', ''],
])('rejects %j by name', async (wrong, attr, detail) => {
  const response = await api.call('POST', LIST, { json: { ...body, ...wrong } });
  expect(response).toMatchObject({ status: 400, body: { type: 'validation_error', attr } });
  expect(response.body.detail).toContain(detail);
});

it.each([
  ['e.xml', '<a/>', { source: 'segment' }, 'file', 'The format of the file is unknown'],
  ['e.jsonl', '', { source: 'segment' }, 'file', 'None of the files has records'],
  ['e.jsonl', '{}', { source: 'posthog' }, 'file', 'None of the files has records'],
  ['e.parquet', 'no parquet', { source: 'posthog' }, 'file', ''],
  ['e.jsonl.gz', 'no JSON', { source: 'segment' }, 'file', 'is not valid JSON'],
  [`${'e'.repeat(201)}.csv`, '{}', { source: 'segment' }, 'file', 'name of the file'],
  ['e.csv', 'c,at', { source: 'csv' }, 'mapping', 'The mapping is missing'],
  ['e.csv', 'c,at', { source: 'csv', mapping: '{' }, 'mapping', 'not valid JSON'],
  ['e.csv', 'c,at', { source: 'csv', mapping: '{"x":1}' }, 'mapping', 'unknown member'],
  ['e.jsonl', '{}', { source: 'segment', mapping: MAPPING }, 'mapping', 'Only a CSV'],
  ['e.jsonl', '{}', { source: 'elsewhere' }, 'source', ''],
])('rejects the upload of %s with %j', async (fileName, text, fields, attr, detail) => {
  const response = await upload(fileName, text, fields);
  expect(response).toMatchObject({ status: 400, body: { type: 'validation_error', attr } });
  expect(response.body.detail).toContain(detail);
});

it('asks for every scope of what a run would make', async () => {
  const narrow = await api.keyWith(['batch_import:write']);
  expect(await api.call('POST', LIST, { json: body, key: narrow })).toMatchObject({
    status: 403,
    body: { detail: "API key missing required scope 'project:write'" },
  });
  expect(await upload('e.jsonl', '{}', { source: 'segment' }, narrow)).toMatchObject({
    status: 403,
    body: { detail: "API key missing required scope 'query:read'" },
  });
  // Only PostHog has definitions.
  const counter = await api.keyWith(['batch_import:write', 'query:read']);
  const events = await api.call('POST', LIST, { json: mixpanel, key: counter });
  expect(events.status).toBe(201);
  await cancel(events.body.id);
  const reader = await api.keyWith(['batch_import:read', 'query:read']);
  expect((await api.call('GET', LIST, { key: reader })).status).toBe(200);
  expect((await upload('e.jsonl', '{}', { source: 'segment' }, reader)).status).toBe(403);
});
