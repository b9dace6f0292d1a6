import { gzipSync } from 'node:zlib';
import { createIsolatedStores } from '@tidemark/testing';
import protobuf from 'protobufjs/light';
import { encodeOtlp } from '../reading/otlp-messages';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

let edge: EdgeFixture;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores(), {
    EDGE_MAX_BODY_EVENTS: 20_000,
    EDGE_MAX_BODY_VALUES: 200_000,
  });
});
afterAll(() => edge.stop());
afterEach(() => edge.drain());

const BEARER = { authorization: `Bearer ${PROJECT_TOKEN}` };
const JSON_TYPE = { 'content-type': 'application/json' };
const PROTOBUF_TYPE = { 'content-type': 'application/x-protobuf' };
const MIB = 1024 * 1024;

const post = (path: string, body: string | Uint8Array, headers: object = {}): Promise<Response> =>
  fetch(edge.url + path, {
    method: 'POST',
    body,
    headers: { ...BEARER, ...JSON_TYPE, ...headers },
  });

const span = (more: object = {}) => ({
  traceId: '0102030405060708090a0b0c0d0e0f10',
  spanId: '0102030405060708',
  name: 'GET /',
  startTimeUnixNano: '1767323045000000000',
  endTimeUnixNano: '1767323045250000000',
  ...more,
});
const trace = (...spans: object[]): string =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const logs = (...logRecords: object[]): string =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
const gauges = (...dataPoints: object[]): string => {
  const metrics = [{ name: 'load', gauge: { dataPoints } }];
  return JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
};
const body = { stringValue: 'hello' };
const generation = span({
  attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
});

/** Writes a protobuf message whose fields all have one number and contain these bytes. */
function nested(field: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const writer = protobuf.Writer.create();
  for (const part of parts) writer.uint32((field << 3) | 2).bytes(part);
  return writer.finish();
}
const PROTOBUF_LOG = nested(1, nested(2, nested(2, nested(5, nested(1, Buffer.from('hello'))))));

it.each([
  ['/i/v1/traces', trace(span()), ['$span']],
  ['/v1/traces/', trace(span(), generation), ['$span', '$span', '$ai_generation']],
  ['/i/v0/ai/otel', trace(span(), generation), ['$ai_generation']],
  ['/i/v0/ai/otel/v1/traces', trace(generation), ['$ai_generation']],
  ['/i/v1/logs', logs({ body }), ['$log']],
  ['/v1/logs', logs({ body }, { body }), ['$log', '$log']],
  ['/i/v1/metrics', gauges({ asInt: '1' }), ['$metric']],
  ['/v1/metrics', gauges({}, {}), ['$metric', '$metric']],
  ['/i/v1/logs', logs(), []],
  ['/i/v1/traces', '{}', []],
])('%s (%#) stores its events', async (path, sent, events) => {
  const response = await post(path, sent);
  expect([response.status, await response.json()]).toEqual([200, {}]);
  expect((await edge.drain()).map(({ event }) => event).sort()).toEqual([...events].sort());
});

it('reads protobuf, and responds in it', async () => {
  const response = await post('/i/v1/logs', PROTOBUF_LOG, PROTOBUF_TYPE);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/x-protobuf',
  ]);
  expect((await response.arrayBuffer()).byteLength).toBe(0);
  expect(await edge.drain()).toMatchObject([{ event: '$log', properties: { body: 'hello' } }]);
});

it('reads numbers and buckets of protobuf', async () => {
  const writer = protobuf.Writer.create();
  writer.uint32(33).fixed64(3).uint32(41).double(12.5);
  writer.uint32(50).fork();
  for (const count of [1, 1, 1]) writer.fixed64(count);
  writer.ldelim().uint32(58).fork();
  for (const bound of [1, 10]) writer.double(bound);
  const histogram = nested(1, writer.ldelim().finish());
  const metric = nested(1, nested(2, nested(2, nested(9, histogram))));
  expect((await post('/i/v1/metrics', metric, PROTOBUF_TYPE)).status).toBe(200);
  expect(await edge.drain()).toMatchObject([
    {
      event: '$metric',
      properties: {
        ...{ metric_type: 'histogram', value: 12.5, count: 3 },
        ...{ histogram_bounds: [1, 10], histogram_counts: [1, 1, 1] },
      },
    },
  ]);
});

it.each<[string, string | Uint8Array, object]>([
  ['gzip with its header', gzipSync(logs({ body })), { 'content-encoding': 'gzip' }],
  ['gzip without its header', gzipSync(logs({ body })), {}],
  ['JSON without a type', logs({ body }), { 'content-type': 'text/plain' }],
  ['protobuf without a type', PROTOBUF_LOG, { 'content-type': 'application/octet-stream' }],
  ['a large body', logs({ body }, { body: { stringValue: 'x'.repeat(500_000) } }), {}],
])('takes %s', async (_, sent, headers) => {
  expect((await post('/i/v1/logs', sent, headers)).status).toBe(200);
  const events = await edge.drain();
  expect(events.some(({ properties }) => properties['body'] === 'hello')).toBe(true);
});

it('reads the token from the query if there is no header', async () => {
  const url = `${edge.url}/i/v1/logs?token=${PROJECT_TOKEN}`;
  const response = await fetch(url, { method: 'POST', body: logs({ body }), headers: JSON_TYPE });
  expect(response.status).toBe(200);
  expect(await edge.drain()).toHaveLength(1);
});

it('creates the same events when a request is sent again', async () => {
  const large = logs(...Array.from({ length: 3_000 }, () => ({ body })));
  for (const sent of [logs({ body }, { body }), large]) {
    await post('/i/v1/logs', sent);
    const first = (await edge.drain()).map(({ uuid }) => uuid);
    await post('/i/v1/logs', sent);
    const second = (await edge.drain()).map(({ uuid }) => uuid);
    expect(new Set(first).size).toBe(first.length);
    expect(second.sort()).toEqual(first.sort());
  }
});

it('reports the rejected records', async () => {
  const tooLarge = { stringValue: 'x'.repeat(1_100_000) };
  const response = await post('/i/v1/logs', logs({ body }, { body: tooLarge }));
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage: expect.stringContaining('at most 1000000 are accepted'),
      },
    },
  ]);
  expect(await edge.drain()).toHaveLength(1);

  const large = { key: 'x', value: { stringValue: 'x'.repeat(1_100_000) } };
  const points = await post('/i/v1/metrics', gauges({ attributes: [large] }));
  expect(await points.json()).toMatchObject({ partialSuccess: { rejectedDataPoints: '1' } });

  const attribute = { key: 'gen_ai.x', value: { stringValue: 'x'.repeat(1_100_000) } };
  const spans = await post('/i/v0/ai/otel', trace(span({ attributes: [attribute] })));
  expect(await spans.json()).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
});

it('rejects spans with messages that are nested too deep, and stores the others', async () => {
  const messages = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
    { key: 'gen_ai.input.messages', value: { stringValue: messages } },
  ];
  const response = await post('/i/v0/ai/otel', trace(span({ attributes }), generation));
  expect(await response.json()).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
  expect(await edge.drain()).toHaveLength(1);
});

describe('errors', () => {
  const deep = `{"resourceSpans":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const deepProtobuf = (): Uint8Array => {
    let value: Uint8Array = nested(1, Buffer.from('x'));
    for (let depth = 0; depth < 200; depth += 1) value = nested(5, nested(1, value));
    return nested(1, nested(2, nested(2, nested(5, value))));
  };
  /** Scopes without records: two bytes each. */
  const manyFields = nested(1, Buffer.from('\x12\x00'.repeat(300_000), 'latin1'));

  /** 100 KB that would be expanded to 1.6 GB. */
  const expanding = JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'a', value: { stringValue: 'x'.repeat(80_000) } }] },
        scopeSpans: [{ spans: new Array(20_000).fill({}) }],
      },
    ],
  });

  it.each<[string, string, string | Uint8Array, object, number, number]>([
    ['invalid JSON', '/i/v1/traces', '{"resourceSpans":', {}, 400, 3],
    ['JSON of another shape', '/i/v1/traces', '{"resourceSpans":5}', {}, 400, 3],
    ['an array', '/i/v1/logs', '[]', {}, 400, 3],
    ['an empty body', '/i/v1/logs', '', {}, 400, 3],
    ['text that is not UTF-8', '/i/v1/logs', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, 3],
    ['deep JSON', '/i/v1/traces', deep, {}, 400, 3],
    ['no gzip', '/i/v1/logs', '{}', { 'content-encoding': 'gzip' }, 400, 3],
    ['broken gzip', '/i/v1/logs', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]), {}, 400, 3],
    ['another encoding', '/i/v1/logs', '{}', { 'content-encoding': 'br' }, 415, 3],
    ['another type', '/i/v1/logs', '{}', { 'content-type': 'image/png' }, 415, 3],
    ['a bomb', '/i/v1/logs', gzipSync(Buffer.alloc(40 * MIB, '{}')), {}, 413, 3],
    ['a million values', '/i/v1/logs', `{"a":[${'[],'.repeat(MIB)}[]]}`, {}, 413, 3],
    ['a huge body', '/i/v1/traces', Buffer.alloc(11 * MIB, ' '), {}, 413, 3],
    ['too many records', '/i/v1/logs', logs(...new Array(20_001).fill({})), {}, 413, 3],
    ['a large resource that every event would contain', '/i/v1/traces', expanding, {}, 413, 3],
    ['no token', '/i/v1/logs', '{}', { authorization: '' }, 401, 16],
    ['another scheme', '/i/v1/logs', '{}', { authorization: 'Basic eA==' }, 401, 16],
    ['an unknown token', '/i/v1/logs', '{}', { authorization: 'Bearer phc_nobody' }, 401, 16],
    ['a personal key', '/v1/traces', '{}', { authorization: 'Bearer phx_edge_test' }, 401, 16],
    ['too many data points', '/i/v1/metrics', gauges(...new Array(20_001).fill({})), {}, 413, 3],
    ['metrics of AI', '/i/v0/ai/otel/v1/metrics', '{}', {}, 404, 12],
    ['logs of AI', '/i/v0/ai/otel/v1/logs', '{}', {}, 404, 12],
  ])('%s', async (_, path, sent, headers, status, code) => {
    const response = await post(path, sent, headers);
    expect([response.status, await response.json()]).toEqual([
      status,
      { code, message: expect.stringMatching(/^.{5,200}$/) },
    ]);
    expect(await edge.drain()).toEqual([]);
  });

  it.each<[string, Uint8Array, number, number]>([
    ['no protobuf', Buffer.from('{"resourceSpans":[]}'), 400, 3],
    ['truncated protobuf', PROTOBUF_LOG.subarray(0, 8), 400, 3],
    ['random bytes', Buffer.from(Array.from({ length: 999 }, (__, i) => (i * 7919) % 256)), 400, 3],
    ['deep protobuf', deepProtobuf(), 400, 3],
    ['too many fields', manyFields, 413, 3],
  ])('%s', async (_, sent, status, code) => {
    const response = await post('/i/v1/logs', sent, PROTOBUF_TYPE);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/x-protobuf',
    ]);
    const bytes = Buffer.from(await response.arrayBuffer());
    // The first field of google.rpc.Status is the code.
    expect([...bytes.subarray(0, 2)]).toEqual([8, code]);
    expect(await edge.drain()).toEqual([]);
  });

  it('a list of a million numbers', async () => {
    // An exponential histogram whose positive side has a million buckets of a byte each.
    const counts = nested(2, Buffer.alloc(1_000_000, 1));
    const sent = nested(1, nested(2, nested(2, nested(10, nested(1, nested(8, counts))))));
    expect((await post('/i/v1/metrics', sent, PROTOBUF_TYPE)).status).toBe(413);
    expect(await edge.drain()).toEqual([]);
  });

  it('a method', async () => {
    const response = await fetch(`${edge.url}/i/v1/logs`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('503 with Retry-After, while the log is unavailable', async () => {
    edge.redisProxy.cut();
    try {
      const response = await post('/i/v1/logs', logs({ body }));
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await response.json()).toMatchObject({ code: 14 });
    } finally {
      edge.redisProxy.restore();
    }
  });
});

it('allows scripts of every origin', async () => {
  const response = await fetch(`${edge.url}/i/v1/logs`, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  });
  expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([
    200,
    'POST, OPTIONS',
  ]);
});

it('writes google.rpc.Status in its protobuf encoding', () => {
  expect([...encodeOtlp('Status', { code: 3, message: 'no' })]).toEqual([8, 3, 18, 2, 110, 111]);
});
