import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger, exactJson, parseExactly } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Responses that are sent while they are made, on the real engine. */
let api: TestApi;
let clickhouse: ReturnType<typeof createClickHouse>;
let redis: ReturnType<typeof createRedis>;
const QUERY = '/api/projects/1/query/';
const RUNNING = 'tidemark:{query-slots}:running';
/** A row for every event of this project; the other project's must never show. */
const EVENTS = 40;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'fatal');
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  redis = createRedis(urls.redis, 'queue');
  await redis.flushdb();
  api = await startTestApi(urls, {
    QUERY_STREAM_MAX_ROWS: 300_000,
    QUERY_MAX_READ_ROWS: 10_000_000,
    QUERY_WAIT_SECONDS: 1,
    QUERY_STREAM_STALL_SECONDS: 1,
  });
  await api.call('PATCH', '/api/projects/1/', { json: { timezone: 'Europe/Berlin' } });
  const events = Array.from({ length: 2 * EVENTS }, (_, n) => ({
    uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    team_id: 1 + (n % 2),
    event: n % 3 === 0 ? 'with "quotes", and\nlines' : 'plain',
    distinct_id: `d${n}`,
    timestamp: `2026-01-11 23:${String(n % 60).padStart(2, '0')}:00.250000`,
    properties_text: JSON.stringify({ n, nothing: null }),
  }));
  await clickhouse.insertJsonEachRow('events', events);
});
afterAll(async () => {
  await api.stop();
  await clickhouse.close();
  await closeRedis(redis);
});

const sql = (query: string, more: object = {}) => ({ kind: 'HogQLQuery', query, ...more });
const open = (
  query: object,
  accept: string,
  {
    more = {},
    key = api.masterKey,
    path = QUERY,
    signal,
  }: {
    more?: object;
    key?: string;
    path?: string;
    signal?: AbortSignal;
  } = {},
) =>
  fetch(api.base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept },
    body: JSON.stringify({ query, ...more }),
    ...(signal && { signal }),
  });
const text = async (query: object, accept: string, more: Parameters<typeof open>[2] = {}) => {
  const response = await open(query, accept, more);
  const body = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), body };
};

/** Every kind of value there is on the wire. */
const VALUES = `select event, timestamp, properties.n as n, properties.nothing as nothing, properties,
  [timestamp] as moments, tuple(1, 'a') as pair, event = 'plain' as plain, toDate(timestamp) as day, '' as empty,
  1 / 3 as third, 9007199254740993 as big, uuid from events order by uuid limit 30`;

it('CSV shows what the JSON response shows, under the same names', async () => {
  const json = await api.call('POST', QUERY, { json: { query: sql(VALUES) } });
  const { status, type, body } = await text(sql(VALUES), 'text/csv');
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  const rows = parseCsv(body);
  expect(rows[0]).toEqual(json.body['columns']);
  const { results } = parseExactly(json.text) as { results: unknown[][] };
  const cells = results.map((row) =>
    row.map((cell) => (cell === null ? '' : typeof cell === 'string' ? cell : exactJson(cell))),
  );
  expect(rows.slice(1)).toEqual(cells);
  expect(cells[0]?.[1]).toBe('2026-01-12T00:00:00.250000+01:00');
});

it('NDJSON is the JSON response, an object per row', async () => {
  const json = await api.call('POST', QUERY, { json: { query: sql(VALUES) } });
  const { status, type, body } = await text(sql(VALUES), 'application/x-ndjson');
  expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const columns = json.body['columns'] as string[];
  const rows = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.map((row) => Object.keys(row))[0]).toEqual(columns);
  expect(rows.map((row) => Object.values(row))).toEqual(json.body.results);
});

it.each([
  ['parquet', 'application/vnd.apache.parquet', (bytes: Buffer) => bytes.subarray(0, 4), 'PAR1'],
  ['parquet', 'application/vnd.apache.parquet', (bytes: Buffer) => bytes.subarray(-4), 'PAR1'],
  [
    'arrow',
    'application/vnd.apache.arrow.stream',
    (bytes: Buffer) => bytes.subarray(0, 4),
    '\xff\xff\xff\xff',
  ],
])('%s comes as the engine writes it', async (format, type, part, mark) => {
  const asked = sql('select event, timestamp, toFloat(properties.n) as n from events');
  const response = await open(asked, '*/*', { path: `${QUERY}?format=${format}` });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(part(bytes).toString('latin1')).toBe(mark);
});

it('knows placeholders, variables, filters, overrides, modifiers, and only rows of the project', async () => {
  const csv = async (query: object, more: object = {}) =>
    parseCsv((await text(query, 'text/csv', { more })).body).slice(1);
  expect(await csv(sql('select {a}, {b}', { values: { a: 'x', b: 1 } }))).toEqual([['x', '1']]);
  expect(await csv(sql('select distinct_id from events'))).toHaveLength(EVENTS);
  const filtered = sql('select distinct_id from events where {filters}');
  expect(await csv(filtered, { filters_override: { date_from: '2026-02-01' } })).toEqual([]);
  const utc = sql('select timestamp from events order by timestamp limit 1', {
    modifiers: { convertToProjectTimezone: false },
  });
  expect(await csv(utc)).toEqual([['2026-01-11T23:00:00.250000Z']]);
});

it('events and persons come as in their responses', async () => {
  const query = {
    kind: 'EventsQuery',
    select: ['event', 'person', '*', 'timestamp'],
    after: 'all',
    orderBy: ['uuid'],
    limit: 7,
  };
  const json = await api.call('POST', QUERY, { json: { query } });
  const { body } = await text(query, 'application/x-ndjson');
  const rows = body
    .trimEnd()
    .split('\n')
    .map((line) => Object.values(JSON.parse(line) as Record<string, unknown>));
  expect(rows).toEqual(json.body.results);
  expect(rows).toHaveLength(7);
  const actors = await text({ kind: 'ActorsQuery' }, 'text/csv');
  expect(parseCsv(actors.body)).toEqual([['person', 'id', 'person.$delete']]);
});

it('sends all rows, not a page of them', async () => {
  const { body } = await text(sql('select number from numbers(250000)'), 'text/csv');
  expect(body.split('\r\n')).toHaveLength(250_002);
  expect(body).toMatch(/^number\r\n0\r\n1\r\n/);
  expect(body).toMatch(/\r\n249999\r\n$/);
});

it.each([
  ['select 1 from nope', 400, 'hogql_query_error'],
  ['selec 1', 400, 'hogql_syntax_error'],
  ['select sum(number) from numbers(20000000)', 400, 'too_many_bytes'],
])('reports a failure before the first byte as JSON: %s', async (query, status, code) => {
  const result = await text(sql(query), 'text/csv');
  expect(result.type).toBe('application/json');
  expect([result.status, JSON.parse(result.body)]).toMatchObject([status, { code, attr: null }]);
});

it.each(['text/csv', 'application/x-ndjson', 'application/vnd.apache.arrow.stream'])(
  'breaks the connection off when there are more rows than allowed: %s',
  async (accept) => {
    const response = await open(
      sql("select number, repeat('x', 100) from numbers(5000000)"),
      accept,
    );
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await waitUntil(async () => expect(await redis.zcard(RUNNING)).toBe(0));
  },
);

it('rejects what cannot be streamed in words of the wire', async () => {
  const csv = { accept: 'text/csv' };
  const trends = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }] };
  const rejected = await api.call('POST', QUERY, { json: { query: trends }, headers: csv });
  expect([rejected.status, rejected.body]).toMatchObject([
    400,
    { code: 'invalid_input', detail: 'A TrendsQuery can only be returned as JSON.' },
  ]);
  const later = { query: sql('select 1'), refresh: 'async' };
  const queued = await api.call('POST', QUERY, { json: later, headers: csv });
  expect([queued.status, queued.body]).toMatchObject([400, { attr: 'refresh' }]);
  const untyped = await api.call('POST', `${QUERY}?format=parquet`, {
    json: { query: sql('select null as n') },
  });
  expect([untyped.status, untyped.body]).toMatchObject([400, { code: 'type_mismatch' }]);
  const unknown = await api.call('POST', `${QUERY}?format=xlsx`, {
    json: { query: sql('select 1') },
  });
  expect(unknown.status).toBe(404);
});

it('needs the scope, the project and a turn', async () => {
  const reader = await api.keyWith(['action:read']);
  expect((await text(sql('select 1'), 'text/csv', { key: reader })).status).toBe(403);
  for (const token of ['a', 'b', 'c']) await redis.zadd(RUNNING, Date.now() + 60_000, `1:${token}`);
  const waited = await text(sql('select 1'), 'text/csv');
  await redis.del(RUNNING);
  expect([waited.status, waited.type]).toEqual([429, 'application/json']);
});

it.each(['text/csv', 'application/vnd.apache.arrow.stream'])(
  'ends in the engine when the client leaves, and by DELETE: %s',
  async (accept) => {
    // Few enough rows to be allowed, too many bytes to be taken at once.
    const wide = sql("select number, repeat('x', 5000) from numbers(290000)");
    const inEngine = async () =>
      (
        await clickhouse.query<[number]>({
          name: 'running',
          sql: `SELECT count() FROM system.processes WHERE query LIKE '%290000%' AND query NOT LIKE '%processes%'`,
        })
      ).rows[0]?.[0];
    const leaving = new AbortController();
    const left = await open(wide, accept, { signal: leaving.signal });
    expect(left.status).toBe(200);
    leaving.abort();
    await waitUntil(async () => expect(await inEngine()).toBe(0));
    await waitUntil(async () => expect(await redis.zcard(RUNNING)).toBe(0));
    const cancelled = await open(wide, accept, { more: { client_query_id: 'stream-1' } });
    expect((await api.call('DELETE', `${QUERY}stream-1/`)).status).toBe(204);
    await expect(cancelled.arrayBuffer()).rejects.toThrow();
    await waitUntil(async () => expect(await inEngine()).toBe(0));
    await waitUntil(async () => expect(await redis.zcard(RUNNING)).toBe(0));
  },
);

it.each(['text/csv', 'application/x-ndjson'])('%s is zipped for who takes gzip', async (accept) => {
  const query = sql("select number, repeat('x', 50) as text from numbers(100000)");
  const asked = (encoding: string) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const { port } = new URL(api.base);
      const headers = {
        authorization: `Bearer ${api.masterKey}`,
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
    const { port, hostname } = new URL(api.base);
    // Nothing in it that gzip could make small.
    const noise = 'arrayMap(n -> sipHash64(n, number), range(300))';
    const body = JSON.stringify({ query: sql(`select number, ${noise} from numbers(280001)`) });
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      [
        `POST ${QUERY} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${api.masterKey}`,
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
    expect(await redis.zcard(RUNNING)).toBe(1);
    await waitUntil(async () => expect(await redis.zcard(RUNNING)).toBe(0));
    await waitUntil(async () => {
      const { rows } = await clickhouse.query<[number]>({
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
  const metrics = await (await fetch(`${api.base}/metrics`)).text();
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

/** RFC 4180. */
function parseCsv(body: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (
    let match = cell.exec(body);
    match !== null && match.index < body.length;
    match = cell.exec(body)
  ) {
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
