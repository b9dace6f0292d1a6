import { gzipSync } from 'node:zlib';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from './test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from './test-support/edge-fixture';

let edge: EdgeFixture;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
});
afterAll(() => edge.stop());

const post = async (path: string, body: string | Uint8Array): Promise<number> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(edge.url + path, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
};

/** Reads the value of a metric by its name and some of its labels. */
async function read(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const text = await (await fetch(`${edge.url}/metrics`)).text();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`${name}{`) && wanted.every((label) => one.includes(label)));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const event = { api_key: PROJECT_TOKEN, event: 'e', distinct_id: 'a' };

it.each([
  ['/e/', 'not json at all {', 400, 'capture', 'unparsable'],
  ['/e/', Buffer.from([0x1f, 0x8b, 0x08, 0, 1, 2, 3]), 400, 'capture', 'undecodable'],
  ['/e/', JSON.stringify({ ...event, api_key: 'phc_nobody' }), 401, 'capture', 'token'],
  ['/e/', JSON.stringify({ ...event, distinct_id: '' }), 400, 'capture', 'invalid'],
  ['/s/', 'not json at all {', 400, 'recordings', 'unparsable'],
  ['/i/v1/analytics/events', '{}', 401, 'capture_v1', 'missing_authorization'],
  ['/i/v1/logs', '{}', 401, 'otlp', 'token'],
  ['/i/v1/logs?token=phc_edge_test', '{', 400, 'otlp', 'unparsable'],
  ['/i/v0/ai', '{}', 400, 'ai', 'undecodable'],
  ['/flags/?v=2', '{', 400, 'flags', 'undecodable'],
  ['/flags/?v=2', '{"distinct_id":"a"}', 401, 'flags', 'token'],
  ['/ofrep/v1/evaluate/flags', '{}', 401, 'ofrep', 'general'],
])('counts an error of %s (%#) by its reason', async (path, body, status, family, reason) => {
  const before = await read('edge_rejections_total', { family, reason });
  expect(await post(path, body)).toBe(status);
  expect(await read('edge_rejections_total', { family, reason })).toBe(before + 1);
});

it('counts bytes as they were sent and as they were inflated', async () => {
  const text = JSON.stringify({ ...event, properties: { long: 'x'.repeat(10_000) } });
  const packed = gzipSync(text);
  const before = await Promise.all([
    read('edge_body_bytes_total', { form: 'sent' }),
    read('edge_body_bytes_total', { form: 'inflated' }),
  ]);
  expect(await post('/e/', packed)).toBe(200);
  expect(await read('edge_body_bytes_total', { form: 'sent' })).toBe(before[0] + packed.length);
  expect(await read('edge_body_bytes_total', { form: 'inflated' })).toBe(before[1] + text.length);
});

it('measures each phase of an evaluation, and the age of the flag definitions', async () => {
  const asked = JSON.stringify({ api_key: PROJECT_TOKEN, distinct_id: 'a' });
  expect(await post('/flags/?v=2', asked)).toBe(200);
  const counts = await Promise.all([
    read('edge_flag_definitions_age_seconds_count'),
    ...['look_up', 'stored', 'evaluate'].map((phase) =>
      read('edge_flag_phase_seconds_count', { phase }),
    ),
  ]);
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(0);
});
