import { randomUUID } from 'node:crypto';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const PER_MINUTE = 5;
const ORIGIN = 'https://shop.example';
let edge: EdgeFixture;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores(), {
    TRUSTED_PROXY_HOPS: 1,
    EDGE_ADDRESS_REQUESTS_PER_MINUTE: PER_MINUTE,
    EDGE_TOKEN_EVENTS_PER_MINUTE: PER_MINUTE,
  });
});
afterAll(() => edge.stop());

/** @param from the address that the trusted proxy appends to the addresses that the client sent */
const ask = (path: string, from: string, init: RequestInit = {}): Promise<Response> =>
  fetch(edge.url + path, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: {
      origin: ORIGIN,
      'x-forwarded-for': `${randomUUID()}, 203.0.113.${Math.floor(Math.random() * 256)}, ${from}`,
      ...(init.headers as Record<string, string> | undefined),
    },
  });
const event = () => ({ event: 'e', distinct_id: 'd', uuid: randomUUID() });
const batch = (count: number): string =>
  JSON.stringify({ api_key: PROJECT_TOKEN, batch: Array.from({ length: count }, event) });

describe('requests of an address', () => {
  it('are rejected beyond the limit, in the format of each route, whatever address the client sends', async () => {
    const from = '198.51.100.7';
    for (let at = 0; at < PER_MINUTE; at += 1) {
      expect((await ask('/e/', from)).status).toBe(400);
    }
    const bodies: [string, unknown][] = [
      ['/e/', 'rate limit exceeded, please try again later'],
      ['/s/', 'rate limit exceeded, please try again later'],
      ['/i/v1/analytics/events', expect.objectContaining({ error: 'rate_limited' })],
      ['/flags/?v=2', expect.objectContaining({ code: 'rate_limit_exceeded' })],
      ['/decide?v=3', expect.objectContaining({ code: 'rate_limit_exceeded' })],
      ['/ofrep/v1/evaluate/flags', expect.objectContaining({ errorCode: 'GENERAL' })],
      ['/flags/definitions', expect.objectContaining({ code: 'throttled' })],
    ];
    for (const [path, body] of bodies) {
      const rejected = await ask(path, from);
      const text = await rejected.text();
      expect([path, rejected.status]).toEqual([path, 429]);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(rejected.headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(typeof body === 'string' ? text : JSON.parse(text)).toEqual(body);
    }
    const preflight = { method: 'OPTIONS', body: null };
    expect((await ask('/e/', from, preflight)).status).toBe(200);
    expect((await ask('/e/', '198.51.100.8')).status).toBe(400);
  });

  it('are counted per IPv6 network', async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= PER_MINUTE; at += 1) {
      statuses.push((await ask('/e/', `2001:db8:1:2::${at + 1}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(PER_MINUTE).fill(400), 429]);
  });
});

describe('events of a project', () => {
  it('are rejected after the limit per minute; the batch that exceeds it is accepted', async () => {
    const send = (body: string, path = '/batch/') =>
      ask(path, `192.0.2.${body.length % 250}`, { body });
    expect((await send(batch(PER_MINUTE - 1))).status).toBe(200);
    expect((await send(batch(3))).status).toBe(200);
    const rejected = await send(batch(1));
    expect([rejected.status, await rejected.text()]).toEqual([
      429,
      'rate limit exceeded, please try again later',
    ]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await edge.drain()).toHaveLength(PER_MINUTE + 2);
    // Flags have separate limits.
    const flags = JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'd' });
    expect((await send(flags, '/flags/?v=2')).status).toBe(200);
  });
});

it('does not limit clients without Redis', async () => {
  const flags = (): Promise<Response> =>
    ask('/flags/?v=2', '192.0.2.251', {
      body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'd' }),
    });
  expect((await flags()).status).toBe(200);
  edge.redisProxy.cut();
  for (let at = 0; at <= PER_MINUTE; at += 1) expect((await flags()).status).toBe(200);
  edge.redisProxy.restore();
});
