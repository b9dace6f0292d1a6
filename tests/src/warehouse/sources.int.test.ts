import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { waitUntil } from '@tidemark/testing';
import S3rver from 's3rver';
import type { World } from './world';
import { startWorld } from './world';

/** Tables that are loaded from directories, buckets and web servers. */
let world: World;
let project: number;
let bucketServer: S3rver;
let bucketDirectory: string;
let bucketUrl: string;
let bucket: S3Client;
const credential = { access_key: 'S3RVER', access_secret: 'S3RVER' };

beforeAll(async () => {
  world = await startWorld();
  project = await world.newProject();
  bucketDirectory = await mkdtemp(join(tmpdir(), 'tidemark-warehouse-s3-'));
  bucketServer = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: bucketDirectory,
    configureBuckets: [{ name: 'tables', configs: [] }],
  });
  const { port } = await bucketServer.run();
  bucketUrl = `http://127.0.0.1:${port}/tables`;
  bucket = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
});
afterAll(async () => {
  bucket.destroy();
  await Promise.all([world.stop(), bucketServer.close()]);
  await rm(bucketDirectory, { recursive: true, force: true });
});

const tables = (id = '', action = ''): string =>
  `/api/projects/${project}/warehouse_tables/${id === '' ? '' : `${id}/`}${action}`;
/** Creates a table and waits until it is loaded, because on a busy machine the response may arrive earlier. */
const create = async (body: object) => {
  const made = await world.call('POST', tables(), { format: 'CSVWithNames', ...body });
  if (made.body['status'] !== 'running') return made;
  return waitUntil(async () => {
    const seen = await world.call('GET', tables(String(made.body['id'])));
    expect(seen.body['status']).not.toBe('running');
    return { ...made, body: seen.body };
  });
};
const put = (key: string, content: string | Buffer) =>
  bucket.send(new PutObjectCommand({ Bucket: 'tables', Key: key, Body: content }));

it('reads the files that match a pattern in the directory of the project', async () => {
  await world.write(`project-${project}/sales/2024/a.csv`, 'n\n1\n');
  await world.write(`project-${project}/sales/2025/b.csv`, 'n,more\n2,x\n');
  await world.write(`project-${project}/sales/2025/c.txt`, 'n\n3\n');
  const made = await create({ name: 'sales', url_pattern: 'file:///sales/*/*.csv' });
  expect(made).toMatchObject({ status: 201, body: { status: 'completed', row_count: 2 } });
  expect(await world.query(project, 'select n from sales order by n')).toEqual([[1], [2]]);
});

it.each([
  'file:///../project-1/x.csv',
  'file:///sales/../../x.csv',
  'file:////etc/passwd',
  'file:///link.csv',
  'file:///linked/x.csv',
  'file:///linked/*.csv',
  'file:///*/x.csv',
  'file:///sales',
  'file:///missing.csv',
])('reads no file outside the directory: %s', async (urlPattern) => {
  const own = join(world.rootDir, `project-${project}`);
  await mkdir(own, { recursive: true });
  const outside = join(world.rootDir, 'outside');
  await mkdir(outside, { recursive: true });
  await writeFile(join(outside, 'x.csv'), 'secret\nSECRET\n');
  await symlink(join(outside, 'x.csv'), join(own, 'link.csv')).catch(() => undefined);
  await symlink(outside, join(own, 'linked')).catch(() => undefined);
  const result = await create({ name: 'escape', url_pattern: urlPattern });
  expect(result).toMatchObject({ status: 400, body: { attr: 'url_pattern' } });
  expect(result.text).not.toContain('SECRET');
});

it('reads objects of a bucket with a credential that responses never contain', async () => {
  await put('orders/1.csv', 'id,who\n1,ada\n');
  await put('orders/2.csv', 'id,who\n2,bob\n');
  await put('other/3.csv', 'id,who\n3,eve\n');
  const made = await create({
    name: 'orders',
    url_pattern: `${bucketUrl}/orders/*.csv`,
    credential,
  });
  expect(made).toMatchObject({ status: 201, body: { status: 'completed', row_count: 2 } });
  expect(made.text).not.toContain('S3RVER');
  expect(await world.query(project, 'select id, who from orders order by id')).toEqual([
    [1, 'ada'],
    [2, 'bob'],
  ]);
  const id = made.body['id'] as string;
  const moved = await world.call('PATCH', tables(id), { url_pattern: `${bucketUrl}/other/?.csv` });
  expect(moved).toMatchObject({ status: 200, body: { row_count: 1 } });
  expect(await world.query(project, 'select who from orders')).toEqual([['eve']]);
  expect(moved.text).not.toContain('S3RVER');
  const elsewhere = { url_pattern: 'http://127.0.0.1:1/tables/other/3.csv' };
  expect(await world.call('PATCH', tables(id), elsewhere)).toMatchObject({
    status: 400,
    body: { attr: 'credential' },
  });
});

it('reads Parquet from a bucket in pieces', async () => {
  const stream = await world.clickhouse.stream({
    name: 'parquet',
    sql: 'SELECT number AS n, repeat(toString(number), 20) AS text FROM numbers(150000)',
    format: 'Parquet',
    settings: { output_format_parquet_row_group_size: 40_000 },
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  await put('big.parquet', Buffer.concat(chunks));
  const made = await create({
    name: 'big',
    format: 'Parquet',
    url_pattern: `${bucketUrl}/big.parquet`,
    credential,
  });
  expect(made).toMatchObject({ status: 201, body: { status: 'completed', row_count: 150_000 } });
  expect(await world.query(project, 'select count(), sum(n) from big')).toEqual([
    [150_000, 11_249_925_000],
  ]);
});

it.each([
  ['missing/1.csv', credential, /bucket rejected the request/],
  ['missing/*.csv', credential, /No object matches/],
  ['orders/1.csv', { ...credential, access_key: 'unknown' }, /InvalidAccessKeyId|rejected/],
])('reports why a bucket cannot be read: %s', async (key, given, detail) => {
  const result = await create({
    name: 'none',
    url_pattern: `${bucketUrl}/${key}`,
    credential: given,
  });
  expect(result).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(detail) as string },
  });
  expect(result.text).not.toContain('S3RVER');
});

it('reads a file from a web server, following redirects', async () => {
  world.serve((request, response) => {
    if (request.url === '/start') response.writeHead(302, { location: '/data.csv' }).end();
    else response.end('a,b\n1,x\n');
  });
  const made = await create({ name: 'web', url_pattern: `${world.webUrl}/start` });
  expect(made).toMatchObject({ status: 201, body: { status: 'completed' } });
  expect(await world.query(project, 'select a, b from web')).toEqual([[1, 'x']]);
});

it('keeps the rows of the last successful load when a refresh fails, and reports the reason', async () => {
  let content = 'n\n1\n';
  let status = 200;
  world.serve((_request, response) => response.writeHead(status).end(content));
  const made = await create({ name: 'kept', url_pattern: `${world.webUrl}/kept.csv` });
  const id = made.body['id'] as string;
  const refresh = () => world.call('POST', tables(id, 'refresh/'));
  content = 'n\n1\n2\n';
  expect(await refresh()).toMatchObject({ body: { status: 'completed', row_count: 2 } });
  content = 'n\n1,2\n';
  expect(await refresh()).toMatchObject({
    status: 200,
    body: {
      status: 'failed',
      latest_error: 'Row 2 of the CSV has 2 columns, not 1.',
      row_count: 2,
    },
  });
  status = 404;
  expect(await refresh()).toMatchObject({
    body: { status: 'failed', latest_error: 'The server returned 404.' },
  });
  expect(await world.query(project, 'select n from kept order by n')).toEqual([[1], [2]]);
  expect((await world.call('POST', tables(id, 'refresh_schema/'))).status).toBe(400);
});

it('computes every query from one complete version while the table is loaded repeatedly', async () => {
  let load = 0;
  world.serve((_request, response) => {
    load += 1;
    response.end(`load\n${`${load}\n`.repeat(20_000)}`);
  });
  const made = await create({ name: 'moving', url_pattern: `${world.webUrl}/moving.csv` });
  const id = made.body['id'] as string;
  const loads = (async () => {
    for (let turn = 0; turn < 4; turn += 1) await world.call('POST', tables(id, 'refresh/'));
  })();
  let done = false;
  void loads.finally(() => (done = true));
  let asked = 0;
  do {
    const rows = await world.query(project, 'select count(), uniqExact(load) from moving');
    expect(rows).toEqual([[20_000, 1]]);
    asked += 1;
  } while (!done);
  await loads;
  expect(asked).toBeGreaterThan(1);
});

it('reports when a table has too much data', async () => {
  world.serve((_request, response) => response.end(`n\n${'1\n'.repeat(250_000)}`));
  const made = await create({ name: 'many', url_pattern: `${world.webUrl}/many.csv` });
  expect(made).toMatchObject({
    status: 201,
    body: {
      status: 'failed',
      latest_error: 'The data has more than 200000 rows, the most this server loads.',
    },
  });
  expect(await world.query(project, 'select n from many')).toMatch(/has no data yet/);
});
