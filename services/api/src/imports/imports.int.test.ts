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
const upload = async (
  fileName: string,
  text: string,
  fields: Readonly<Record<string, string>>,
  key?: string,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([text]), fileName);
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
  ['e.jsonl.gz', 'no JSON', { source: 'segment' }, 'file', 'is no JSON'],
  [`${'e'.repeat(201)}.csv`, '{}', { source: 'segment' }, 'file', 'name of the file'],
  ['e.csv', 'c,at', { source: 'csv' }, 'mapping', 'The mapping is missing'],
  ['e.csv', 'c,at', { source: 'csv', mapping: '{' }, 'mapping', 'no JSON'],
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
  const reader = await api.keyWith(['batch_import:read', 'query:read']);
  expect((await api.call('GET', LIST, { key: reader })).status).toBe(200);
  expect((await upload('e.jsonl', '{}', { source: 'segment' }, reader)).status).toBe(403);
});
