import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { ExportFixture } from '../test-support/export-fixture';
import { startExportFixture } from '../test-support/export-fixture';
import type { RunDeps } from './run/run-export';

/** Tests exports to a bucket with the real protocol. */
let fixture: ExportFixture;
let server: S3rver;
let directory: string;
let endpoint: string;
let client: S3Client;
const secret = { aws_access_key_id: 'S3RVER', aws_secret_access_key: 'S3RVER' };

beforeAll(async () => {
  fixture = await startExportFixture();
  directory = await mkdtemp(join(tmpdir(), 'tidemark-s3-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'exports', configs: [] }],
  });
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
  client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  await fixture.seed(
    Array.from({ length: 40_000 }, (_, index) => ({
      event: `event ${index % 4}`,
      properties_text: { index, padding: 'x'.repeat(300) },
    })),
  );
});
afterAll(async () => {
  client.destroy();
  await server.close();
  await Promise.all([fixture.stop(), rm(directory, { recursive: true, force: true })]);
});

async function run(config: object, deps: Partial<RunDeps> = {}, credentials: object = secret) {
  const batchExport = await fixture.create({
    destination: {
      type: 'S3',
      config: { bucket_name: 'exports', region: 'us-east-1', endpoint_url: endpoint, ...config },
    },
    secret: credentials,
  });
  return fixture.backfill(batchExport, undefined, { partRows: 20_000, ...deps });
}

async function objects(prefix: string): Promise<{ key: string; size: number }[]> {
  const list = await client.send(new ListObjectsV2Command({ Bucket: 'exports', Prefix: prefix }));
  return (list.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }));
}

it('uploads parts, large ones in pieces, and the manifest', async () => {
  const done = await run({ prefix: '/raw/{table}/' });
  expect(done).toMatchObject({ status: 'Completed', recordsCompleted: 40_000, partsTotal: 2 });
  const found = await objects('raw/events/');
  expect(found).toHaveLength(3);
  expect(found.at(-1)?.key).toMatch(/_manifest\.json$/);
  const sizes = found.slice(0, 2).map(({ size }) => size);
  expect(Math.max(...sizes)).toBeGreaterThan(8 * 1024 * 1024);
  expect(sizes[0]! + sizes[1]!).toBe(done.bytesExported);
  const object = await client.send(new GetObjectCommand({ Bucket: 'exports', Key: found[0]!.key }));
  const lines = (await object.Body!.transformToString()).trimEnd().split('\n');
  expect(lines).toHaveLength(20_000);
  expect(JSON.parse(lines[0]!)).toMatchObject({ team_id: 1, event: 'event 0' });
});

it('uploads Parquet', async () => {
  const done = await run({ prefix: 'parquet', file_format: 'Parquet', compression: 'zstd' });
  expect(done).toMatchObject({ status: 'Completed', recordsCompleted: 40_000 });
  const keys = (await objects('parquet/')).map(({ key }) => key);
  expect(keys.filter((key) => key.endsWith('.parquet.zst'))).toHaveLength(2);
});

it.each([
  ['a bucket that is not there', { bucket_name: 'missing' }, {}, secret, 'Failed', /NoSuchBucket/],
  [
    'a wrong key',
    {},
    {},
    { ...secret, aws_access_key_id: 'unknown' },
    'Failed',
    /InvalidAccessKeyId, 403/,
  ],
  [
    'a private endpoint, unless allowed',
    {},
    { allowPrivateEndpoints: false },
    secret,
    'Failed',
    /private address/,
  ],
  [
    'an endpoint without TLS, unless allowed',
    {},
    { allowHttpEndpoints: false },
    secret,
    'Failed',
    /must begin with https:/,
  ],
  [
    'an unavailable bucket server',
    { endpoint_url: 'http://127.0.0.1:1' },
    {},
    secret,
    'FailedRetryable',
    /could not be written to/,
  ],
  ['no key to open credentials with', {}, { secrets: null }, secret, 'Failed', /no key/],
  ['no credentials', {}, {}, {}, 'Failed', /not valid/],
] as const)('tells of %s', async (_, config, deps, credentials, status, reason) => {
  const failed = await run({ prefix: 'failed', ...config }, deps, credentials);
  expect(failed.status).toMatch(status);
  expect(failed.latestError).toMatch(reason);
  expect(failed.latestError).not.toContain('S3RVER');
  expect(await objects('failed/')).toEqual([]);
});
