import { Agent, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createLogger, startTracing, stopTracing } from '@tidemark/platform';
import { createIsolatedStores, waitUntil, startOtlpReceiver } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const MIB = 1024 * 1024;
const SESSION = '01900000-0000-7000-8000-000000000001';
const PAGE = { type: 4, timestamp: 1_700_000_000_000, data: { href: 'https://a.b/c' } };

const snapshot = (items: unknown = [PAGE], more: object = {}): Record<string, unknown> => ({
  event: '$snapshot',
  properties: {
    token: PROJECT_TOKEN,
    distinct_id: 'u1',
    $session_id: SESSION,
    $window_id: 'w',
    $snapshot_data: items,
    ...more,
  },
});

let edge: EdgeFixture;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
  await waitUntil(async () => {
    expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
  });
});
afterAll(() => edge.stop());
afterEach(() => edge.drainLog());

const post = (body: unknown, path = '/s/', headers: Record<string, string> = {}) =>
  fetch(edge.url + path, {
    method: 'POST',
    body: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  });

it('responds when the record of the message is in the log', async () => {
  for (const path of ['/s', '/s/', '/s/?compression=gzip-js&ip=1&_=1', '/s/?retry_count=2']) {
    const response = await post(gzipSync(JSON.stringify([snapshot()])), path);
    expect([response.status, await response.text()]).toEqual([200, '{"status":"Ok"}']);
    expect(await edge.drainLog()).toEqual([
      expect.objectContaining({ kind: 'replay', session_id: SESSION, urls: ['https://a.b/c'] }),
    ]);
  }
});

it('passes the trace of a request on, and recognises a repeated message with another trace', async () => {
  const collector = await startOtlpReceiver();
  await startTracing(
    'test',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACING_SAMPLE_RATIO: 1 },
    createLogger('test', 'silent'),
  );
  try {
    const ids = ['5', '6'].map((digit) => digit.repeat(32));
    const sent: unknown[] = [];
    for (const id of ids) {
      await post([snapshot()], '/s/', { traceparent: `00-${id}-00f067aa0ba902b7-01` });
      sent.push(...(await edge.drainLog()));
    }
    const records = sent as { readonly uuid: string; readonly trace: string }[];
    await stopTracing();
    const appends = ids.map((id) =>
      collector.spans.find(({ traceId, name }) => traceId === id && name === 'ingest log append'),
    );
    expect(records.map(({ trace }) => trace)).toEqual(
      ids.map((id, index) => `00-${id}-${appends[index]?.parentSpanId ?? ''}-01`),
    );
    expect(new Set(records.map(({ uuid }) => uuid)).size).toBe(1);
  } finally {
    await stopTracing();
    await collector.stop();
  }
});

it('reads every format and encoding of v0', async () => {
  const text = JSON.stringify(snapshot(PAGE));
  const bodies: [unknown, string, Record<string, string>][] = [
    [text, '/s/', {}],
    [{ api_key: PROJECT_TOKEN, batch: [snapshot()] }, '/s/', {}],
    [Buffer.from(text).toString('base64'), '/s/', {}],
    [gzipSync(text), '/s/', { 'content-encoding': 'gzip' }],
    [
      `data=${encodeURIComponent(Buffer.from(text).toString('base64'))}&compression=base64`,
      '/s/',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
  ];
  for (const [body, path, headers] of bodies) {
    expect((await post(body, path, headers)).status).toBe(200);
    expect(await edge.drainLog()).toHaveLength(1);
  }
  expect((await fetch(`${edge.url}/s/?data=${encodeURIComponent(text)}`)).status).toBe(200);
  const beacon = await post(text, '/s/?beacon=1');
  expect([beacon.status, await beacon.text()]).toEqual([204, '']);
  expect(await edge.drainLog()).toHaveLength(2);
});

it('reads pages nested deeper than events may be, and packed items', async () => {
  let node: object = { id: 0 };
  for (let depth = 0; depth < 200; depth += 1) node = { childNodes: [node] };
  const packed = gzipSync(JSON.stringify(node)).toString('latin1');
  const items = [
    { type: 2, timestamp: PAGE.timestamp, data: { node } },
    { type: 2, timestamp: PAGE.timestamp, data: packed, cv: '2024-10' },
  ];
  expect((await post([snapshot(items)])).status).toBe(200);
  const size = Buffer.byteLength(items.map((item) => JSON.stringify(item)).join(''));
  expect(await edge.drainLog()).toMatchObject([{ event_count: 2, size }]);
  expect((await post(`[${'['.repeat(5_000)}`)).status).toBe(400);
});

it.each<[unknown, number, string]>([
  ['', 400, 'request missing data payload'],
  ['no json', 400, 'failed to parse request: invalid JSON'],
  [[], 400, 'request holds no event'],
  [[snapshot([], { $session_id: undefined })], 400, 'replay event submitted without session id'],
  [[snapshot([], { $session_id: 'a b' })], 400, 'replay event has invalid session id'],
  [[snapshot(null)], 400, 'replay event submitted without snapshot data'],
  [[snapshot(), snapshot('x')], 400, 'replay event submitted without snapshot data'],
  [[snapshot([], { distinct_id: ' ' })], 400, 'event submitted without a distinct_id'],
  [[snapshot([], { token: undefined })], 401, 'event submitted without an api_key'],
  [[snapshot([], { token: 'phc_nobody' })], 401, 'API key is not valid: unknown'],
])('rejects %j', async (body, status, message) => {
  const response = await post(body);
  expect([response.status, await response.text()]).toEqual([status, message]);
  expect(await edge.drainLog()).toEqual([]);
});

it('stores nothing for snapshots without a time', async () => {
  expect((await post([snapshot([{ type: 4 }])])).status).toBe(200);
  expect(await edge.drainLog()).toEqual([]);
});

it('sends CORS headers', async () => {
  const origin = 'https://shop.example';
  const preflight = await fetch(`${edge.url}/s/`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  const rejected = await post('x', '/s/', { origin });
  for (const response of [preflight, rejected]) {
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  }
  expect((await fetch(`${edge.url}/s/`, { method: 'PUT', body: 'x' })).status).toBe(405);
});

it('accepts larger bodies than event capture, rejects 26 MiB and bombs, and keeps the connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const send = (body: Buffer | string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${edge.url}/s/`, { agent, method: 'POST' }, (response) => {
        ports.add(response.socket.localPort);
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject).end(body);
    });
  try {
    const filler = 'x'.repeat(22 * MIB);
    expect(await send(JSON.stringify([snapshot([PAGE, { ...PAGE, filler }])]))).toBe(200);
    expect(await send(Buffer.alloc(26 * MIB, 0x20))).toBe(413);
    expect(await send(gzipSync(Buffer.alloc(80 * MIB, 0x20), { level: 1 }))).toBe(413);
    expect(await send(JSON.stringify([snapshot()]))).toBe(200);
    expect(ports.size).toBe(1);
  } finally {
    agent.destroy();
  }
  expect(await edge.drainLog()).toHaveLength(2);
});

it('returns 503 while the log is unavailable', async () => {
  edge.redisProxy.cut();
  try {
    const response = await post([snapshot()]);
    expect([response.status, await response.text()]).toEqual([
      503,
      'transient error, please retry',
    ]);
  } finally {
    edge.redisProxy.restore();
  }
  await waitUntil(async () => {
    expect((await post([snapshot()])).status).toBe(200);
  });
});
