import { Agent } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { newEventUuid } from '@tidemark/domain';
import { packZstd } from '../test-support/zstd';
import type { Headers } from '../test-support/capture-v1-scene';
import {
  PATH,
  REQUEST_ID,
  event,
  batch,
  headersWith,
  send,
  captureV1Scene,
} from '../test-support/capture-v1-scene';

const scene = captureV1Scene();
const { post } = scene;

const bomb = (): Buffer => gzipSync(Buffer.alloc(51 * 1024 * 1024, 0x20));

describe('V1 capture over HTTP', () => {
  it('accepts a batch, with and without slash, and returns the request id', async () => {
    for (const path of [PATH, `${PATH}/`, `${PATH}?x=1`]) {
      const sent = event({ session_id: 's1', options: { process_person_profile: false } });
      const found = await post(batch(sent), { 'x-forwarded-for': '203.0.113.9' }, path);
      expect([found.status, JSON.parse(found.body)]).toEqual([
        200,
        { results: { [sent.uuid]: { result: 'ok' } } },
      ]);
      expect(found.headers).toMatchObject({
        'content-type': 'application/json',
        'posthog-request-id': REQUEST_ID,
      });
      expect(Date.parse(found.headers.date ?? '')).not.toBeNaN();
      expect(found.headers['retry-after']).toBeUndefined();
      expect(await scene.edge.drain()).toMatchObject([
        {
          team_id: scene.edge.project.id,
          uuid: sent.uuid,
          ip: '203.0.113.9',
          properties: {
            $lib: 'posthog-node',
            $lib_version: '5.1.0',
            $session_id: 's1',
            $process_person_profile: false,
          },
        },
      ]);
    }
  });

  it('returns a result for every event, in the order sent, and stores the valid ones', async () => {
    const [good, bad, anonymous, last] = [
      event(),
      event({ event: '' }),
      event({ distinct_id: 'anonymous' }),
      event(),
    ];
    // The results are not in the order of the uuids.
    const { status, body } = await post(batch(last, bad, anonymous, good));
    expect(status).toBe(200);
    const { results } = JSON.parse(body) as { results: Record<string, unknown> };
    expect(Object.entries(results)).toEqual([
      [last.uuid, { result: 'ok' }],
      [bad.uuid, { result: 'drop', details: 'missing_event_name' }],
      [anonymous.uuid, { result: 'warning', details: 'person_processing_disabled' }],
      [good.uuid, { result: 'ok' }],
    ]);
    const stored = (await scene.edge.drain()).map(({ uuid }) => uuid);
    expect(stored.sort()).toEqual([good.uuid, anonymous.uuid, last.uuid].sort());
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ...(packZstd === null ? [] : [['zstd', packZstd] as [string, (text: string) => Buffer]]),
    ['identity', (text) => Buffer.from(text)],
  ])('decodes %s', async (encoding, compress) => {
    // The second body is too large to be inflated in this thread.
    const noise = Array.from({ length: 500 }, () => newEventUuid(Date.now()));
    for (const properties of [{}, { noise }]) {
      const sent = event({ properties });
      const { status } = await post(compress(batch(sent)), { 'content-encoding': encoding });
      expect(status).toBe(200);
      expect(await scene.edge.drain()).toMatchObject([{ uuid: sent.uuid, properties }]);
    }
  });

  it('corrects timestamps by the clock skew of the request timestamp', async () => {
    const at = Date.now();
    const timestamp = new Date(at - 3_600_000).toISOString();
    await post(batch(event({ timestamp })), {
      'posthog-request-timestamp': new Date(at + 10_000).toISOString(),
    });
    const [stored] = await scene.edge.drain();
    const time = Date.parse(stored!.timestamp);
    expect(time).toBeGreaterThanOrEqual(at - 3_610_000);
    expect(time).toBeLessThan(at - 3_600_000);
  });

  it.each<[number, string, Headers, () => string | Buffer]>([
    [401, 'missing_authorization', { authorization: undefined }, () => batch(event())],
    [400, 'invalid_header_value', { authorization: 'Basic eDp5' }, () => batch(event())],
    [401, 'invalid_api_token', { authorization: 'Bearer phx_personal' }, () => batch(event())],
    [401, 'invalid_api_token', { authorization: 'Bearer phc_nobody' }, () => batch(event())],
    [401, 'invalid_api_token', { authorization: 'Bearer' }, () => batch(event())],
    [400, 'missing_required_headers', { 'posthog-sdk-info': undefined }, () => batch(event())],
    [400, 'missing_required_headers', { 'user-agent': undefined }, () => batch(event())],
    [400, 'invalid_header_value', { 'posthog-request-id': 'x' }, () => batch(event())],
    [400, 'invalid_header_value', { 'posthog-attempt': '0' }, () => batch(event())],
    [400, 'invalid_header_value', { 'posthog-request-timestamp': 'now' }, () => batch(event())],
    [415, 'unsupported_content_type', { 'content-type': 'text/plain' }, () => batch(event())],
    [415, 'unsupported_encoding', { 'content-encoding': 'lz4' }, () => batch(event())],
    packZstd === null
      ? [415, 'unsupported_encoding', { 'content-encoding': 'zstd' }, () => batch(event())]
      : [400, 'request_decoding_error', { 'content-encoding': 'zstd' }, () => batch(event())],
    [400, 'empty_body', {}, () => ''],
    [400, 'request_decoding_error', { 'content-encoding': 'gzip' }, () => batch(event())],
    [400, 'request_decoding_error', { 'content-encoding': 'br' }, () => gzipSync(batch(event()))],
    [400, 'request_decoding_error', {}, () => Buffer.from([0x22, 0xff, 0x22])],
    [400, 'request_parsing_error', {}, () => 'not json'],
    [400, 'request_parsing_error', {}, () => '['.repeat(100_000)],
    [400, 'empty_batch', {}, () => batch()],
    [400, 'missing_event_uuid', {}, () => batch(event(), event({ uuid: '' }))],
    [
      400,
      'duplicate_event_uuid',
      {},
      () => batch(event({ uuid: REQUEST_ID }), event({ uuid: REQUEST_ID })),
    ],
    [413, 'payload_too_large', { 'content-encoding': 'gzip' }, bomb],
  ])('%d %s %j', async (status, tag, headers, body) => {
    const found = await post(body(), headers);
    expect([found.status, JSON.parse(found.body)]).toEqual([
      status,
      {
        error: tag,
        error_description: expect.stringMatching(/^[A-Z].*\.$/),
        error_uri: 'https://posthog.com/docs/api',
      },
    ]);
    expect(found.headers['retry-after']).toBeUndefined();
    expect(found.headers['posthog-request-id']).toBe(
      'posthog-request-id' in headers ? undefined : REQUEST_ID,
    );
    expect(await scene.edge.drain()).toEqual([]);
  });

  it('rejects a body over 10 MiB and keeps the connection open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const url = scene.edge.url + PATH;
      const spaces = Buffer.alloc(11 * 1024 * 1024, 0x20);
      const rejected = await send(url, 'POST', headersWith({}), spaces, agent);
      expect([rejected.status, JSON.parse(rejected.body)]).toMatchObject([
        413,
        { error: 'payload_too_large' },
      ]);
      const taken = await send(url, 'POST', headersWith({}), batch(event()), agent);
      expect([taken.status, taken.localPort]).toEqual([200, rejected.localPort]);
    } finally {
      agent.destroy();
    }
  });

  it('sends CORS headers to browsers, and rejects other methods', async () => {
    const origin = 'https://shop.example';
    const preflight = await send(
      scene.edge.url + PATH,
      'OPTIONS',
      {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'posthog-attempt',
      },
      '',
    );
    expect(preflight).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'posthog-attempt',
      },
    });
    for (const body of [batch(event()), 'not json']) {
      expect((await post(body, { origin })).headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'PostHog-Request-Id, Retry-After',
      });
    }
    const get = await send(scene.edge.url + PATH, 'GET', { origin }, '');
    expect([get.status, get.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  it('counts its requests', async () => {
    await post(batch(event()));
    const metrics = await (await fetch(`${scene.edge.url}/metrics`)).text();
    expect(metrics).toMatch(/edge_requests_total\{route="\/i\/v1\/analytics\/events",status="200"/);
  });
});
