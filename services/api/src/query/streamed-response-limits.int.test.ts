import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { waitUntil } from '@tidemark/testing';
import {
  QUERY,
  RUNNING,
  sql,
  streamedResponseScene,
} from '../test-support/streamed-response-scene';

const scene = streamedResponseScene();
const { open, text } = scene;

it('rejects what cannot be streamed in words of the wire', async () => {
  const csv = { accept: 'text/csv' };
  const trends = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }] };
  const rejected = await scene.api.call('POST', QUERY, { json: { query: trends }, headers: csv });
  expect([rejected.status, rejected.body]).toMatchObject([
    400,
    { code: 'invalid_input', detail: 'A TrendsQuery can only be returned as JSON.' },
  ]);
  const later = { query: sql('select 1'), refresh: 'async' };
  const queued = await scene.api.call('POST', QUERY, { json: later, headers: csv });
  expect([queued.status, queued.body]).toMatchObject([400, { attr: 'refresh' }]);
  const untyped = await scene.api.call('POST', `${QUERY}?format=parquet`, {
    json: { query: sql('select null as n') },
  });
  expect([untyped.status, untyped.body]).toMatchObject([400, { code: 'type_mismatch' }]);
  const unknown = await scene.api.call('POST', `${QUERY}?format=xlsx`, {
    json: { query: sql('select 1') },
  });
  expect(unknown.status).toBe(404);
});

it('needs the scope, the project and a turn', async () => {
  const reader = await scene.api.keyWith(['action:read']);
  expect((await text(sql('select 1'), 'text/csv', { key: reader })).status).toBe(403);
  for (const token of ['a', 'b', 'c'])
    await scene.redis.zadd(RUNNING, Date.now() + 60_000, `1:${token}`);
  const waited = await text(sql('select 1'), 'text/csv');
  await scene.redis.del(RUNNING);
  expect([waited.status, waited.type]).toEqual([429, 'application/json']);
});

it.each(['text/csv', 'application/vnd.apache.arrow.stream'])(
  'ends in the engine when the client leaves, and by DELETE: %s',
  async (accept) => {
    // The number of rows is allowed, but they have too many bytes for one read.
    const wide = sql("select number, repeat('x', 5000) from numbers(290000)");
    const inEngine = async () =>
      (
        await scene.clickhouse.query<[number]>({
          name: 'running',
          sql: `SELECT count() FROM system.processes WHERE query LIKE '%290000%' AND query NOT LIKE '%processes%'`,
        })
      ).rows[0]?.[0];
    const leaving = new AbortController();
    const left = await open(wide, accept, { signal: leaving.signal });
    expect(left.status).toBe(200);
    leaving.abort();
    await waitUntil(async () => expect(await inEngine()).toBe(0));
    await waitUntil(async () => expect(await scene.redis.zcard(RUNNING)).toBe(0));
    const cancelled = await open(wide, accept, { more: { client_query_id: 'stream-1' } });
    expect((await scene.api.call('DELETE', `${QUERY}stream-1/`)).status).toBe(204);
    await expect(cancelled.arrayBuffer()).rejects.toThrow();
    await waitUntil(async () => expect(await inEngine()).toBe(0));
    await waitUntil(async () => expect(await scene.redis.zcard(RUNNING)).toBe(0));
  },
);

it.each(['text/csv', 'application/x-ndjson'])('%s is zipped for who takes gzip', async (accept) => {
  const query = sql("select number, repeat('x', 50) as text from numbers(100000)");
  const asked = (encoding: string) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const { port } = new URL(scene.api.base);
      const headers = {
        authorization: `Bearer ${scene.api.masterKey}`,
        'content-type': 'application/json',
        'accept-encoding': encoding,
        accept,
      };
      httpRequest({ port, path: QUERY, method: 'POST', headers }, (result) => {
        const chunks: Buffer[] = [];
        result.on('data', (chunk: Buffer) => chunks.push(chunk));
        result.on('end', () => resolve({ headers: result.headers, bytes: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end(JSON.stringify({ query }));
    });
  const [zipped, rejected, plain] = [
    await asked('gzip, deflate, br'),
    await asked('gzip;q=0'),
    await asked('identity'),
  ];
  expect([zipped, rejected, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'gzip',
    undefined,
    undefined,
  ]);
  expect([zipped, plain].map(({ headers }) => headers.vary)).toEqual([
    'Accept-Encoding',
    'Accept-Encoding',
  ]);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 5);
});

it.each(['identity', 'gzip'])(
  'a client that stops reading is left, and the engine freed: %s',
  async (encoding) => {
    const { port, hostname } = new URL(scene.api.base);
    // Random text, which gzip cannot compress.
    const noise = 'arrayMap(n -> sipHash64(n, number), range(300))';
    const body = JSON.stringify({ query: sql(`select number, ${noise} from numbers(280001)`) });
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      [
        `POST ${QUERY} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${scene.api.masterKey}`,
        'content-type: application/json',
        'accept: text/csv',
        `accept-encoding: ${encoding}`,
        `content-length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    expect(first.toString('latin1')).toContain('HTTP/1.1 200 OK');
    expect(await scene.redis.zcard(RUNNING)).toBe(1);
    await waitUntil(async () => expect(await scene.redis.zcard(RUNNING)).toBe(0));
    await waitUntil(async () => {
      const { rows } = await scene.clickhouse.query<[number]>({
        name: 'running',
        sql: `SELECT count() FROM system.processes WHERE query LIKE '%280001%' AND query NOT LIKE '%processes%'`,
      });
      expect(rows[0]?.[0]).toBe(0);
    });
    // What was sent before can still be read; then the connection is at its end, without the last chunk.
    let tail = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => (tail = Buffer.concat([tail, chunk]).subarray(-5)));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    expect(tail.toString('latin1')).not.toBe('0\r\n\r\n');
  },
);

it('counts streams in metrics', async () => {
  const metrics = await (await fetch(`${scene.api.base}/metrics`)).text();
  expect(metrics).toMatch(
    /queries_total\{kind="HogQLQuery",by="stream",outcome="finished",.*\} [1-9]/,
  );
  expect(metrics).toMatch(
    /queries_total\{kind="HogQLQuery",by="stream",outcome="cancelled",.*\} [1-9]/,
  );
  expect(metrics).toMatch(
    /query_phase_seconds_count\{.*kind="HogQLQuery",by="stream",phase="engine"\} [1-9]/,
  );
  expect(metrics).toMatch(/query_read_bytes_total\{kind="HogQLQuery",.*\} [1-9]/);
});
