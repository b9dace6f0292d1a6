import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

describe('a limit of flag requests', () => {
  let edge: EdgeFixture;

  beforeAll(async () => {
    const { postgres, redis } = await createIsolatedStores();
    edge = await startEdgeFixture(
      { postgres, redis },
      { FLAGS_RATE_LIMIT_PER_SECOND: 0.001, FLAGS_RATE_LIMIT_BURST: 2 },
    );
  });
  afterAll(() => edge.stop());

  const ask = (path: string): Promise<Response> =>
    fetch(edge.url + path, {
      method: 'POST',
      headers: { origin: 'https://shop.example' },
      body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'd' }),
    });

  it('is reported as 429 with CORS headers, on both endpoints', async () => {
    expect([(await ask('/flags/?v=2')).status, (await ask('/decide?v=3')).status]).toEqual([
      200, 200,
    ]);
    for (const path of ['/flags/?v=2', '/decide?v=3']) {
      const rejected = await ask(path);
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(rejected.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      expect(await rejected.json()).toEqual({
        type: 'validation_error',
        code: 'rate_limit_exceeded',
        detail: 'Rate limit exceeded',
        attr: null,
      });
    }
  });

  it('does not apply to an unknown token, which gets its own error', async () => {
    const response = await fetch(`${edge.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: 'phc_nobody', distinct_id: 'd' }),
    });
    expect(response.status).toBe(401);
  });

  it('applies to addresses too, before the request is read', async () => {
    const limited = await startEdgeFixture(await createIsolatedStores(), {
      FLAGS_ADDRESS_RATE_LIMIT_PER_SECOND: 0.001,
      FLAGS_ADDRESS_RATE_LIMIT_BURST: 1,
    });
    try {
      const from = async (address: string, method = 'POST'): Promise<number> => {
        const response = await fetch(`${limited.url}/decide?v=3`, {
          method,
          headers: { 'x-forwarded-for': address },
          ...(method === 'POST' && { body: 'nope' }),
        });
        return response.status;
      };
      expect([await from('10.0.0.1'), await from('10.0.0.1')]).toEqual([400, 429]);
      expect([await from('10.0.0.2'), await from('10.0.0.1', 'GET')]).toEqual([400, 200]);
    } finally {
      await limited.stop();
    }
  });
});
