import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const NEW = `/flags/definitions?token=${PROJECT_TOKEN}`;
const OLD = '/api/projects/1/feature_flags/local_evaluation';

let edge: EdgeFixture;
afterEach(() => edge.stop());
const get = (path: string): Promise<Response> =>
  fetch(edge.url + path, { headers: { authorization: 'Bearer phx_edge_test' } });

it('rejects reads of flag definitions beyond the limit, on the old paths too', async () => {
  const limit = { FLAG_DEFINITIONS_PER_MINUTE: 2 };
  edge = await startEdgeFixture(await createIsolatedStores(), limit);
  expect([(await get(NEW)).status, (await get(OLD)).status]).toEqual([200, 200]);
  for (const path of [NEW, OLD]) {
    const rejected = await get(path);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected.json()).toMatchObject({ code: 'throttled', attr: null });
  }
});

it('returns 503 while nothing is cached and Postgres is unavailable, and recovers afterwards', async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
  edge.postgresProxy.cut();
  for (const path of [NEW, OLD]) expect((await get(path)).status).toBe(503);
  edge.postgresProxy.restore();
  expect((await get(NEW)).status).toBe(200);
  // Definitions need no Redis.
  edge.redisProxy.cut();
  expect([(await get(NEW)).status, (await get(OLD)).status]).toEqual([200, 200]);
  edge.redisProxy.restore();
});
