import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';
import { packZstd } from '../test-support/zstd';

const MIB = 1024 * 1024;
const EVENTS_BODY = (events: number, pad: number): string =>
  JSON.stringify({
    api_key: PROJECT_TOKEN,
    batch: Array.from({ length: events }, (_, index) => ({
      event: 'e',
      distinct_id: `d${index % 50}`,
      properties: { pad: randomUUID().repeat(Math.ceil(pad / 36)), index },
    })),
  });
const V1_HEADERS = {
  authorization: `Bearer ${PROJECT_TOKEN}`,
  'content-type': 'application/json',
  'user-agent': 'test',
  'posthog-sdk-info': 'test/1',
  'posthog-attempt': '1',
  'posthog-request-timestamp': '2026-01-01T00:00:00.000Z',
};

describe('bodies that would block the edge', () => {
  let edge: EdgeFixture;

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores(), { EDGE_MAX_BODY_EVENTS: 20_000 });
  });
  afterAll(() => edge.stop());

  const post = (path: string, body: string | Buffer, headers = {}): Promise<Response> =>
    fetch(edge.url + path, { method: 'POST', body, headers });
  const v1 = (body: string | Buffer, encoding = 'identity'): Promise<Response> =>
    post('/i/v1/analytics/events', body, {
      ...V1_HEADERS,
      'posthog-request-id': randomUUID(),
      'content-encoding': encoding,
    });
  const many = `{"batch":[${'{},'.repeat(MIB)}{}]}`;
  const arrays = `{"batch":[{"properties":{"a":[${'[],'.repeat(2 * MIB)}[]]}}]}`;
  const bomb = Buffer.alloc(40 * MIB, '{}');

  const records = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${'{},'.repeat(MIB)}{}]}]}]}`;
  const spans = gzipSync(Buffer.from('\n\0'.repeat(4 * MIB), 'latin1'));
  const otlp = (path: string, body: Buffer, type = 'json'): Promise<Response> =>
    post(path, body, { ...V1_HEADERS, 'content-type': `application/${type}` });
  const parts = (body: Buffer): Promise<Response> =>
    post('/i/v0/ai', body, {
      ...V1_HEADERS,
      'content-type': 'multipart/form-data; boundary=x',
      'content-encoding': 'gzip',
    });

  const packed = packZstd?.(bomb);
  const zstdBombs: [string, () => Promise<Response>][] =
    packed === undefined ? [] : [['a zstd bomb', () => v1(packed, 'zstd')]];

  it.each<[string, () => Promise<Response>]>([
    ['millions of events', () => post('/batch/', many)],
    ['millions of events in gzip', () => post('/e/', gzipSync(many))],
    ['millions of values', () => post('/i/v0/e/', arrays)],
    ['a gzip bomb', () => post('/capture/', gzipSync(bomb))],
    ['a gzip bomb of a recording', () => post('/s/', gzipSync(bomb))],
    ['values of a recording', () => post('/s/', gzipSync(arrays))],
    ['a gzip bomb in base64', () => post('/track/', gzipSync(bomb).toString('base64'))],
    ['a brotli bomb', () => v1(brotliCompressSync(bomb), 'br')],
    ['a deflate bomb', () => v1(deflateSync(bomb), 'deflate')],
    ...zstdBombs,
    ['values of v1', () => v1(gzipSync(arrays), 'gzip')],
    ['a gzip bomb of log records', () => otlp('/i/v1/logs', gzipSync(bomb))],
    ['millions of log records', () => otlp('/i/v1/logs', gzipSync(records))],
    ['millions of spans in protobuf', () => otlp('/i/v1/traces', spans, 'x-protobuf')],
    ['a gzip bomb of AI parts', () => parts(gzipSync(bomb))],
    ['a gzip bomb of a flag request', () => post('/flags/?v=2', gzipSync(bomb))],
    ['values of a flag request', () => post('/decide/?v=3', `{"a":[${'1,'.repeat(50_000)}1]}`)],
  ])('are rejected with 413: %s', async (_, send) => {
    expect((await send()).status).toBe(413);
    expect(await edge.drain()).toEqual([]);
  });

  it('do not block the evaluation of flags', async () => {
    let open = 8;
    const hostile = Array.from({ length: open }, async () => {
      const { status } = await post('/batch/', gzipSync(many));
      open -= 1;
      return status;
    });
    let outcome = 0;
    while (open > 0) {
      const flags = await post(
        '/flags/?v=2',
        JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'd' }),
      );
      expect(flags.status).toBe(200);
      outcome += 1;
    }
    expect(outcome).toBeGreaterThan(8);
    expect(new Set(await Promise.all(hostile))).toEqual(new Set([413]));
  });

  it.each<[string, string, number, number]>([
    ['19 MB uncompressed', '/batch/', 1_000, 18_500],
    ['many small ones', '/e/', 20_000, 30],
  ])('are not those of real SDKs: %s', async (_, path, events, pad) => {
    const body = EVENTS_BODY(events, pad);
    expect((await post(path, body)).status).toBe(200);
    const stored = await edge.drain();
    expect(stored).toHaveLength(events);
    expect(new Set(stored.map(({ properties }) => properties['index'])).size).toBe(events);
  });

  it('do not include those of real SDKs: 5,000 events of v1 in brotli', async () => {
    const sent = Array.from({ length: 5_000 }, () => ({
      uuid: randomUUID(),
      event: 'e',
      distinct_id: 'd',
      timestamp: '2026-01-01T00:00:00.000Z',
      properties: { text: randomUUID() },
    }));
    const created_at = '2026-01-01T00:00:00.000Z';
    const body = JSON.stringify({
      created_at,
      batch: [{ ...sent[0], event: '' }, ...sent.slice(1)],
    });
    const response = await v1(brotliCompressSync(body), 'br');
    const { results } = (await response.json()) as { results: Record<string, object> };
    expect(Object.keys(results)).toEqual(sent.map(({ uuid }) => uuid));
    expect(results[sent[0]?.uuid ?? '']).toEqual({ result: 'drop', details: 'missing_event_name' });
    expect(results[sent[9]?.uuid ?? '']).toEqual({ result: 'ok' });
    expect(await edge.drain()).toHaveLength(4_999);
  });

  it('do not include those of real SDKs: a recording of several megabytes', async () => {
    const nodes = Array.from({ length: 30_000 }, (_, id) => ({
      type: 2,
      tagName: 'div',
      attributes: { class: randomUUID() },
      childNodes: [],
      id,
    }));
    const snapshot = { type: 2, timestamp: Date.now(), data: { node: { childNodes: nodes } } };
    const event = {
      event: '$snapshot',
      properties: {
        token: PROJECT_TOKEN,
        distinct_id: 'd',
        $session_id: randomUUID(),
        $snapshot_data: [snapshot],
      },
    };
    const body = JSON.stringify([event]);
    expect(body.length).toBeGreaterThan(3 * MIB);
    expect((await post('/s/', gzipSync(body))).status).toBe(200);
    const records = (await edge.drainLog()) as { readonly kind?: string }[];
    const record = records.find(({ kind }) => kind === 'replay');
    expect(record).toMatchObject({
      kind: 'replay',
      team_id: 1,
      size: JSON.stringify(snapshot).length,
    });
    expect(record).not.toHaveProperty('console');
  });
});

describe('large bodies beyond the queue', () => {
  let edge: EdgeFixture;

  beforeAll(async () => {
    const config = { EDGE_BODY_THREADS: 1, EDGE_BODY_QUEUE: 1 };
    edge = await startEdgeFixture(await createIsolatedStores(), config);
  });
  afterAll(() => edge.stop());

  it('get a 503 with Retry-After, while small ones are accepted', async () => {
    const large = EVENTS_BODY(1_000, 4_000);
    const send = (body: string) => fetch(`${edge.url}/batch/`, { method: 'POST', body });
    const responses = Promise.all(Array.from({ length: 12 }, () => send(large)));
    expect((await send(EVENTS_BODY(3, 10))).status).toBe(200);
    const statuses = (await responses).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const taken = statuses.filter((status) => status === 200).length;
    expect(await edge.drain()).toHaveLength(taken * 1_000 + 3);
  });
});
