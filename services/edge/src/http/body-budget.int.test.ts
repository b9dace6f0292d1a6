import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const MIB = 1024 * 1024;

describe('bodies in flight', () => {
  let edge: EdgeFixture;

  beforeAll(async () => {
    const { postgres, redis } = await createIsolatedStores();
    edge = await startEdgeFixture({ postgres, redis }, { EDGE_MAX_BODY_BYTES_IN_FLIGHT: 32 * MIB });
  });
  afterAll(() => edge.stop());

  const event = (size: number): string =>
    JSON.stringify({
      api_key: PROJECT_TOKEN,
      event: 'e',
      distinct_id: 'd',
      uuid: randomUUID(),
      properties: {},
      pad: 'x'.repeat(size),
    });
  const post = (body: string | Buffer, path = '/e/'): Promise<Response> =>
    fetch(edge.url + path, { method: 'POST', body });
  /** Declares a body of this length, sends part of it (by default half) and waits; `end` closes the connection. */
  const hold = (bytes: number, sent = Math.floor(bytes / 2)) => {
    const upload = request(`${edge.url}/e/`, {
      method: 'POST',
      headers: { 'content-length': String(bytes) },
      agent: false,
    });
    upload.on('error', () => undefined);
    upload.write(Buffer.alloc(sent, 'x'));
    return { end: () => upload.destroy() };
  };
  /** Reads the metric over a new connection, because the server may be closing that of a rejected upload. */
  const bytesInFlight = async (): Promise<number> => {
    const metrics = get(`${edge.url}/metrics`, { agent: false });
    const [response] = (await once(metrics, 'response')) as [IncomingMessage];
    return Number(/^edge_body_bytes_in_flight\{.*\} (\d+)$/m.exec(await text(response))?.[1]);
  };

  it('are rejected unread while the budget is used up, and accepted afterwards', async () => {
    const uploads = [hold(14 * MIB), hold(14 * MIB)];
    await waitUntil(async () => expect(await bytesInFlight()).toBe(28 * MIB));
    const rejected = await post(event(100));
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
    const v1 = await fetch(`${edge.url}/i/v1/analytics/events`, { method: 'POST', body: '{}' });
    expect([v1.status, v1.headers.get('retry-after')]).toEqual([503, '1']);
    // A share of the budget is reserved for flags.
    const flags = { api_key: PROJECT_TOKEN, distinct_id: 'd' };
    expect((await post(JSON.stringify(flags), '/flags/?v=2')).status).toBe(200);

    uploads.forEach((upload) => upload.end());
    await waitUntil(async () => expect(await bytesInFlight()).toBe(0));
    expect((await post(event(100))).status).toBe(200);
    expect(await bytesInFlight()).toBe(0);
  });

  it('count at most twice their received bytes, so that declared lengths do not block others', async () => {
    const announced = [14 * MIB, 10 * MIB, 2 * MIB, MIB, MIB, 100_000];
    const uploads = [...announced, ...announced].map((bytes) => hold(bytes, 1_000));
    const isLeft = announced.length * 2 * 64 * 1024;
    await waitUntil(async () => expect(await bytesInFlight()).toBe(isLeft));
    expect((await post(event(1_000_000))).status).toBe(200);
    uploads.forEach((upload) => upload.end());
    await waitUntil(async () => expect(await bytesInFlight()).toBe(0));
  });

  it('count with their inflated bytes too', async () => {
    // Random ids keep the compression ratio within its limit.
    const line = () => `${randomUUID()}${'x'.repeat(900)}`;
    const bomb = gzipSync(
      event(MIB).replace(/x{9,}/, Array.from({ length: 42_000 }, line).join('')),
    );
    expect(bomb.length).toBeLessThan(2 * MIB);
    const rejected = await post(bomb);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await post(gzipSync(event(MIB)))).status).toBe(200);
    expect(await bytesInFlight()).toBe(0);
  });

  it('stay bounded under many large uploads at once; each is accepted or gets a 503 with Retry-After', async () => {
    const body = Buffer.from(event(5 * MIB));
    let most = 0;
    let sending = true;
    const watch = async (): Promise<void> => {
      while (sending) {
        most = Math.max(most, await bytesInFlight());
        await sleep(20);
      }
    };
    const watched = watch();
    const responses = await Promise.all(Array.from({ length: 40 }, () => post(body)));
    sending = false;
    await watched;
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    expect(statuses.has(200)).toBe(true);
    expect(most).toBeLessThanOrEqual(32 * MIB);
    await waitUntil(async () => expect(await bytesInFlight()).toBe(0));
  });
});

describe('unknown tokens with UNKNOWN_TOKEN_STATUS=200', () => {
  let edge: EdgeFixture;

  beforeAll(async () => {
    const { postgres, redis } = await createIsolatedStores();
    edge = await startEdgeFixture({ postgres, redis }, { UNKNOWN_TOKEN_STATUS: '200' });
  });
  afterAll(() => edge.stop());

  it('get 200 from v0, and no event is stored', async () => {
    const body = { api_key: 'phc_nobody', event: 'e', distinct_id: 'd' };
    const found = await fetch(`${edge.url}/e/`, { method: 'POST', body: JSON.stringify(body) });
    expect([found.status, await found.json()]).toEqual([200, { status: 'Ok' }]);
    expect(await edge.drain()).toEqual([]);
  });

  it('get a result per event from v1, and no event is stored', async () => {
    const uuid = randomUUID();
    const found = await fetch(`${edge.url}/i/v1/analytics/events`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer phc_nobody',
        'content-type': 'application/json',
        'user-agent': 'test',
        'posthog-sdk-info': 'test/1',
        'posthog-attempt': '1',
        'posthog-request-id': randomUUID(),
        'posthog-request-timestamp': new Date().toISOString(),
      },
      body: JSON.stringify({
        created_at: new Date().toISOString(),
        batch: [{ uuid, event: 'e', distinct_id: 'd', timestamp: new Date().toISOString() }],
      }),
    });
    expect([found.status, await found.json()]).toEqual([
      200,
      { results: { [uuid]: { result: 'ok' } } },
    ]);
    expect(await edge.drain()).toEqual([]);
  });
});
