import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/**
 * Queries of projects at the same time (`docs/wire/query-runs.md#slots` and `docs/wire/query-runs.md#row-limits`), on
 * the real engine.
 */
let api: TestApi;
let other: number;
let redis: ReturnType<typeof createRedis>;
const RUNNING = 'tidemark:{query-slots}:running';
const WAITING = 'tidemark:{query-slots}:waiting';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  redis = createRedis(urls.redis, 'queue');
  await redis.flushdb();
  api = await startTestApi(urls, {
    QUERY_WAIT_SECONDS: 1,
    QUERY_MAX_WAITING: 12,
    QUERY_MAX_RUNNING: 4,
    QUERY_MAX_READ_ROWS: 50_000,
  });
  other = await api.newProject();
});
afterAll(async () => {
  await api.stop();
  await closeRedis(redis);
});

const ask = (project: number, query: string, more: object = {}) =>
  api.call('POST', `/api/projects/${project}/query/`, {
    json: { query: { kind: 'HogQLQuery', query }, ...more },
  });
const hold = (member: string) => redis.zadd(RUNNING, Date.now() + 60_000, member);

describe('when a project computes as much as it may', () => {
  beforeEach(async () => {
    for (const token of ['a', 'b', 'c']) await hold(`1:${token}`);
  });
  afterEach(() => redis.del(RUNNING));

  it('its next query waits, then gets the error of the wire format', async () => {
    const response = await ask(1, 'select 501');
    expect(response.status).toBe(429);
    expect(response.body).toMatchObject({ type: 'throttled_error', code: 'throttled', attr: null });
    expect(response.body.detail).toMatch(/^Too many queries are running right now/);
    expect(response.body.detail).not.toMatch(/slot|tidemark|redis/i);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await redis.zcard(WAITING)).toBe(0);
  });

  it('another project is served at once', async () => {
    expect((await ask(other, 'select 502')).status).toBe(200);
  });

  it('a cached result needs no turn, and neither does starting a run', async () => {
    await redis.zrem(RUNNING, '1:a');
    expect((await ask(1, 'select 503')).body).toMatchObject({ is_cached: false });
    await hold('1:a');
    expect((await ask(1, 'select 503')).body).toMatchObject({ is_cached: true });
    expect((await ask(1, 'select 503', { refresh: 'force_async' })).status).toBe(200);
  });

  it('its turn comes when another query ends', async () => {
    const waiting = ask(1, 'select 504');
    await waitUntil(async () => expect(await redis.zcard(WAITING)).toBe(1));
    await redis.zrem(RUNNING, '1:b');
    expect((await waiting).status).toBe(200);
    expect(await redis.zcard(RUNNING)).toBe(2);
  });

  it('so many may wait, of one project and of all', async () => {
    const crowd = Array.from({ length: 8 }, (_, n) => ask(1, `select ${600 + n}`));
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses).toEqual(Array(8).fill(429));
    const now = Date.now() + 60_000;
    for (let n = 0; n < 12; n += 1) {
      await redis.zadd(WAITING, n, `${100 + n}:t`);
      await redis.zadd('tidemark:{query-slots}:seen', now, `${100 + n}:t`);
    }
    const full = await ask(other, 'select 700');
    expect(full.status).toBe(503);
    expect(full.body).toMatchObject({ type: 'server_error', code: 'error' });
    await redis.del(WAITING, 'tidemark:{query-slots}:seen');
  });
});

it('reports a statement that reads too many rows', async () => {
  const response = await ask(1, 'select count() from numbers(1000000) where number % 7 = 3');
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code: 'too_many_bytes' });
});

it('counts look-ups, waits and limits', async () => {
  const text = await (await fetch(`${api.base}/metrics`)).text();
  expect(text).toMatch(/query_cache_lookups_total\{outcome="hit",kind="HogQLQuery",.*\} [1-9]/);
  expect(text).toMatch(/query_limits_hit_total\{limit="concurrency",kind="HogQLQuery",.*\} [1-9]/);
  expect(text).toMatch(/query_limits_hit_total\{limit="rows_or_bytes",.*\} 1/);
  expect(text).toMatch(/query_slot_wait_seconds_count\{.*outcome="rejected".*\} [1-9]/);
});
