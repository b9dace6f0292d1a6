import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { runCommand } from '@tidemark/cli';
import { waitUntil } from '@tidemark/testing';
import S3rver from 's3rver';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { ImportsClient } from './imports-client';
import { createImportsClient } from './imports-client';
import { createProject, sourceEvents } from './source-project';

const USERS = 30;
const EVENTS = USERS * 4 + 5;
const BUCKET = 'exports';
const [KEY, SECRET] = ['S3RVER', 'S3RVER'];

describe('an import of the files of batch exports', () => {
  let product: Standalone;
  let api: ApiClient;
  let imports: ImportsClient;
  let server: S3rver;
  let client: S3Client;
  let directory: string;
  let endpoint: string;
  let source: { readonly id: number; readonly token: string };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tidemark-import-s3-'));
    server = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory },
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    const { port } = await server.run();
    endpoint = `http://127.0.0.1:${port}`;
    client = new S3Client({
      ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: KEY, secretAccessKey: SECRET },
    });
    product = await startStandalone({
      env: {
        ...{ EXPORT_ALLOW_PRIVATE_ENDPOINTS: '1', EXPORT_ALLOW_HTTP_ENDPOINTS: '1' },
        IMPORT_SWEEP_SECONDS: '1',
      },
      readyTimeoutMs: 180_000,
    });
    api = createApiClient(product.url, product.personalApiKey);
    imports = createImportsClient(api, product.url);
    source = await createProject(api, 'Exported');
    const batch = sourceEvents(USERS);
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: source.token, historical_migration: true, batch }),
    });
    expect(response.status).toBe(200);
    await waitUntil(async () =>
      expect(await api.hogql(source.id, 'SELECT count() FROM events')).toEqual([[EVENTS]]),
    );
    await exportTo('parquet', 'events', { file_format: 'Parquet', compression: 'zstd' });
    await exportTo('parquet', 'persons', { file_format: 'Parquet', compression: 'snappy' });
    await exportTo('lines', 'events', { file_format: 'JSONLines', compression: 'gzip' });
    await exportTo('lines', 'persons', { file_format: 'JSONLines', compression: 'brotli' });
  }, 300_000);
  afterAll(async () => {
    client.destroy();
    await product.stop();
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Exports all data so far with a batch export. */
  const exportTo = async (folder: string, model: string, format: object): Promise<void> => {
    const list = `/api/projects/${source.id}/batch_exports/`;
    const config = {
      ...{ bucket_name: BUCKET, region: 'us-east-1', endpoint_url: endpoint },
      ...{ aws_access_key_id: KEY, aws_secret_access_key: SECRET },
      ...{ prefix: `${folder}/${model}`, ...format },
    };
    const made = await api.post(list, {
      ...{ name: `${folder} ${model}`, model, interval: 'hour', paused: true },
      destination: { type: 'S3', config },
    });
    expect(made).toMatchObject({ status: 201, body: { model } });
    const { id } = made.body as { id: string };
    expect((await api.post(`${list}${id}/backfills/`, {})).status).toBeLessThan(300);
    await waitUntil(async () => {
      const { body } = await api.get(`${list}${id}/runs/`);
      expect(body).toMatchObject({ results: [{ status: 'Completed' }] });
    }, 60_000);
  };
  const importBucket = async (project: number, folder: string, key = KEY) => {
    const out: string[] = [];
    const err: string[] = [];
    const env = {
      ...{ DATA_DIR: product.dataDir, AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: SECRET },
    };
    const code = await runCommand(
      [
        ...['import', 'posthog', '--project', String(project), '--json', '--region', 'us-east-1'],
        ...['--files', `${endpoint}/${BUCKET}/${folder}/*/*`],
      ],
      env,
      { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) },
    );
    return { code, report: JSON.parse(out.join('') || '{}') as object, err: err.join('\n') };
  };
  const rowsOf = async (project: number) => {
    const rows = await api.hogql(
      project,
      `SELECT toString(uuid) AS id, event, timestamp, distinct_id, properties
       FROM events ORDER BY id LIMIT 1000`,
    );
    return rows.map((row) => [...row.slice(0, 4), JSON.parse(String(row[4])) as unknown]);
  };

  it.each(['parquet', 'lines'])(
    'reads %s from a bucket, with the same events and persons',
    async (folder) => {
      const { id } = await createProject(api, folder);
      expect(await importBucket(id, folder)).toMatchObject({
        code: 0,
        report: {
          ...{ state: 'completed', problems: [], counts: { events: EVENTS, persons: USERS } },
          reconciliation: {
            ...{ equal: true, events: { source: EVENTS, target: EVENTS } },
            persons: { source: USERS, target: USERS },
          },
        },
      });
      expect(await rowsOf(id)).toEqual(await rowsOf(source.id));
      const persons = (project: number) =>
        api.hogql(project, 'SELECT properties.plan, count() FROM persons GROUP BY 1 ORDER BY 1');
      expect(await persons(id)).toEqual(await persons(source.id));
    },
    300_000,
  );

  it('reports an invalid key of the bucket', async () => {
    const { id } = await createProject(api, 'Wrong key');
    const { code, err } = await importBucket(id, 'lines', 'ANOTHER');
    expect(code).not.toBe(0);
    expect(err).toMatch(/403|SignatureDoesNotMatch/);
  });

  it('imports an uploaded Parquet file', async () => {
    const list = await client.send(
      new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'parquet/events/' }),
    );
    const object = await client.send(
      new GetObjectCommand({ Bucket: BUCKET, Key: list.Contents?.[0]?.Key ?? '' }),
    );
    const bytes = await object.Body?.transformToByteArray();
    const { id: project } = await createProject(api, 'Uploaded');
    const upload = await imports.upload(project, 'events.parquet', Uint8Array.from(bytes ?? []), {
      source: 'posthog',
    });
    expect(await imports.ended(project, upload.id)).toMatchObject({
      ...{ status: 'completed', problems: [], counts: { events: EVENTS } },
      reconciliation: { equal: true, events: { source: EVENTS, target: EVENTS } },
    });
    expect(await rowsOf(project)).toEqual(await rowsOf(source.id));
  }, 300_000);
});
