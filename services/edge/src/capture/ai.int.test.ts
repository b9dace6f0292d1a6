import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

let edge: EdgeFixture;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
});
afterAll(() => edge.stop());
afterEach(() => edge.drain());

const BEARER = { authorization: `Bearer ${PROJECT_TOKEN}` };
const UUID = '0190a8c0-0000-7000-8000-0000000000aa';
const event = (more: object = {}) => ({
  event: '$ai_generation',
  distinct_id: 'ann',
  uuid: UUID,
  timestamp: '2026-01-02T03:04:05.000Z',
  ...more,
});
const properties = { $ai_model: 'gpt-4o', mine: 1 };

type Part = readonly [name: string, content: unknown, type?: string];

/** Builds a form as clients send it: every part has a content type and is therefore a file. */
function form(...parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const [name, content, type = 'application/json'] of parts) {
    const text =
      typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content);
    data.append(name, new Blob([text], { type }), 'part');
  }
  return data;
}

type Sent = string | Buffer | FormData;

const send = (body: Sent, headers: object = {}): Promise<Response> =>
  fetch(`${edge.url}/i/v0/ai`, { method: 'POST', body, headers: { ...BEARER, ...headers } });

it('stores the event with its properties and blobs', async () => {
  const response = await send(
    form(
      ['event', event()],
      ['event.properties', properties],
      ['event.properties.$ai_input', [{ role: 'user', content: 'hi' }]],
      ['event.properties.$ai_output_choices', 'said', 'text/plain; charset=utf-8'],
      ['event.properties.image', randomBytes(300_000), 'application/octet-stream'],
    ),
  );
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      accepted_parts: [
        ['event', expect.any(Number), 'application/json'],
        ['event.properties', 31, 'application/json'],
        ['event.properties.$ai_input', 32, 'application/json'],
        ['event.properties.$ai_output_choices', 4, 'text/plain; charset=utf-8'],
        ['event.properties.image', 300_000, 'application/octet-stream'],
      ].map(([name, length, type]) => ({
        name,
        length,
        'content-type': type,
        'content-encoding': null,
      })),
    },
  ]);
  expect(await edge.drain()).toMatchObject([
    {
      event: '$ai_generation',
      distinct_id: 'ann',
      uuid: UUID,
      timestamp: '2026-01-02T03:04:05.000Z',
      properties: {
        ...properties,
        $ai_input: [{ role: 'user', content: 'hi' }],
        $ai_output_choices: 'said',
        $ai_blobs_not_stored: [
          { property: 'image', content_type: 'application/octet-stream', length: 300_000 },
        ],
      },
    },
  ]);
});

it('accepts properties in the event, gzip, and the time of sending', async () => {
  const sent = new Request('http://x', {
    method: 'POST',
    body: form(['event', event({ properties, sent_at: new Date().toISOString() })]),
  });
  const headers = {
    'content-type': sent.headers.get('content-type') ?? '',
    'content-encoding': 'gzip',
  };
  expect((await send(gzipSync(await sent.arrayBuffer()), headers)).status).toBe(200);
  expect(await edge.drain()).toMatchObject([{ properties }]);
});

it('stores a blob only if the event stays within its size limit', async () => {
  const response = await send(
    form(
      ['event', event({ properties })],
      ['event.properties.a', 'a'.repeat(800_000), 'text/plain'],
      ['event.properties.b', 'b'.repeat(800_000), 'text/plain'],
    ),
  );
  expect(response.status).toBe(200);
  const [stored] = await edge.drain();
  expect(String(stored?.properties['a'])).toHaveLength(800_000);
  expect(stored?.properties['b']).toBeUndefined();
  expect(stored?.properties['$ai_blobs_not_stored']).toMatchObject([{ property: 'b' }]);
});

describe('errors', () => {
  const good: Part = ['event', event({ properties })];

  it.each<[string, readonly Part[], number]>([
    ['no part', [], 400],
    ['another first part', [['event.properties', properties], good], 400],
    ['invalid JSON', [['event', '{']], 400],
    ['an event that is an array', [['event', []]], 400],
    ['another event', [['event', event({ event: '$pageview', properties })]], 400],
    ['no distinct id', [['event', event({ distinct_id: ' ', properties })]], 400],
    ['no uuid', [['event', event({ uuid: 'x', properties })]], 400],
    ['no model', [['event', event({ properties: {} })]], 400],
    ['two properties', [good, ['event.properties', properties]], 400],
    ['an unknown part', [good, ['other', 'x', 'text/plain']], 400],
    ['a nested blob', [good, ['event.properties.a.b', 'x', 'text/plain']], 400],
    ['an empty blob', [good, ['event.properties.a', '', 'text/plain']], 400],
    ['a blob of another type', [good, ['event.properties.a', 'x', 'image/png']], 400],
    [
      'two blobs of one name',
      [good, ['event.properties.a', 'x', 'text/plain'], ['event.properties.a', 'y', 'text/plain']],
      400,
    ],
    ['a blob of invalid JSON', [good, ['event.properties.a', '{']], 400],
    [
      'text in invalid UTF-8',
      [good, ['event.properties.a', Buffer.from([0xff]), 'text/plain']],
      400,
    ],
    [
      'a large event',
      [['event', event({ properties: { ...properties, a: 'x'.repeat(40_000) } })]],
      413,
    ],
    [
      'large properties',
      [
        ['event', event()],
        ['event.properties', { ...properties, a: 'x'.repeat(1_000_000) }],
      ],
      413,
    ],
    ['deep properties', [['event', `{"event":${'['.repeat(9_000)}${']'.repeat(9_000)}}`]], 400],
  ])('%s', async (_, parts, status) => {
    const response = await send(form(...parts));
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringMatching(/^.{10,300}$/),
    ]);
    expect(await edge.drain()).toEqual([]);
  });

  const MULTIPART = 'multipart/form-data; boundary=xyz';
  it.each<[string, Sent, object, number]>([
    ['no body', '', { 'content-type': MULTIPART }, 400],
    ['another type', '{}', { 'content-type': 'application/json' }, 400],
    ['no boundary', '{}', { 'content-type': 'multipart/form-data' }, 400],
    ['no parts', 'hello', { 'content-type': MULTIPART }, 400],
    ['no end', '--xyz\r\n\r\nx', { 'content-type': MULTIPART }, 400],
    ['no name', '--xyz\r\n\r\nx\r\n--xyz--', { 'content-type': MULTIPART }, 400],
    [
      'too many parts',
      `${'--xyz\r\nContent-Disposition: form-data; name="event"\r\n\r\n{}\r\n'.repeat(101)}--xyz--`,
      { 'content-type': MULTIPART },
      400,
    ],
    ['no gzip', 'x', { 'content-type': MULTIPART, 'content-encoding': 'gzip' }, 400],
    ['another encoding', 'x', { 'content-type': MULTIPART, 'content-encoding': 'br' }, 400],
    ['a huge body', Buffer.alloc(28 * 1024 * 1024), { 'content-type': MULTIPART }, 413],
    [
      'a bomb',
      gzipSync(Buffer.alloc(40 * 1024 * 1024)),
      { 'content-type': MULTIPART, 'content-encoding': 'gzip' },
      413,
    ],
  ])('%s', async (_, body, headers, status) => {
    const response = await send(body, headers);
    expect([response.status, (await response.text()).length > 5]).toEqual([status, true]);
  });

  it.each([
    ['', 401],
    ['Basic eA==', 401],
    ['Bearer phc_nobody', 401],
    ['Bearer phx_edge_test', 401],
  ])('authorization %j is %s', async (authorization, status) => {
    expect((await send(form(good), { authorization })).status).toBe(status);
  });
});

it('accepts batches of AI events on the paths that SDKs use for them', async () => {
  const batch = [event({ uuid: randomUUID(), properties })];
  const v0 = await fetch(`${edge.url}/i/v0/ai/batch/`, {
    method: 'POST',
    body: JSON.stringify({ api_key: PROJECT_TOKEN, batch }),
  });
  expect([v0.status, await v0.json()]).toEqual([200, { status: 'Ok' }]);
  const v1 = await fetch(`${edge.url}/i/v1/ai/events`, {
    method: 'POST',
    headers: {
      ...BEARER,
      'content-type': 'application/json',
      'posthog-sdk-info': 'test/1',
      'posthog-attempt': '1',
      'posthog-request-id': randomUUID(),
      'posthog-request-timestamp': new Date().toISOString(),
    },
    body: JSON.stringify({ created_at: new Date().toISOString(), batch }),
  });
  expect([v1.status, await v1.json()]).toMatchObject([
    200,
    { results: { [batch[0]?.uuid ?? '']: { result: 'ok' } } },
  ]);
  expect(await edge.drain()).toHaveLength(2);
});
