import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/**
 * The amount that keys may read (`docs/wire/query-runs.md#read-budget`) and remembered failures, on the real engine.
 */
let api: TestApi;
let other: number;
const READ = 'x-posthog-query-bytes-read';
const LEFT = 'x-posthog-query-budget-remaining-bytes';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'fatal');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  const redis = createRedis(urls.redis, 'queue');
  await redis.flushdb();
  await closeRedis(redis);
  // The budget of a day is 240,000 bytes; a row of numbers() has eight.
  api = await startTestApi(urls, {
    QUERY_READ_BUDGET_BYTES_PER_HOUR: 10_000,
    QUERY_MAX_READ_ROWS: 50_000,
  });
  other = await api.newProject();
});
afterAll(() => api.stop());

const ask = (query: string, project = 1, headers: Record<string, string> = {}) =>
  api.call('POST', `/api/projects/${project}/query/`, {
    json: { query: { kind: 'HogQLQuery', query } },
    headers,
  });
const reading = (rows: number, mark: number) =>
  `select count() from numbers(${rows}) where number % 7 = ${mark}`;

it('a query that crosses the budget still runs, later ones wait; cached results are free', async () => {
  const first = await ask(reading(20_000, 1));
  expect([first.status, first.headers.get(READ)]).toEqual([200, '160000']);
  const left = Number(first.headers.get(LEFT));
  expect(left).toBeGreaterThanOrEqual(80_000);
  expect(left).toBeLessThan(81_000);
  const crossing = await ask(reading(20_000, 2));
  expect([crossing.status, crossing.headers.get(LEFT)]).toEqual([200, '0']);
  const late = await ask(reading(20_000, 3));
  expect(late.status).toBe(429);
  expect(late.body).toMatchObject({
    type: 'throttled_error',
    code: 'api_queries_budget_exceeded',
    attr: null,
  });
  const seconds = Number(late.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(28_000);
  expect(seconds).toBeLessThan(29_000);
  expect((await ask(reading(20_000, 4), 1, { accept: 'text/csv' })).status).toBe(429);
  const cached = await ask(reading(20_000, 1));
  expect([cached.status, cached.headers.get(READ)]).toEqual([200, '0']);
  expect((await ask('select 1', other)).status).toBe(200);
});

it('streams are paid for, too', async () => {
  const project = await api.newProject();
  const csv = await fetch(`${api.base}/api/projects/${project}/query/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.masterKey}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
    body: JSON.stringify({
      query: { kind: 'HogQLQuery', query: 'select number from numbers(40000)' },
    }),
  });
  await csv.text();
  await waitUntil(async () => {
    expect((await ask('select 2', project)).status).toBe(429);
  });
});

it('a quota that is used up is 402 for keys', async () => {
  const project = await api.newProject();
  const path = `/api/projects/${project}/`;
  const limit = (limits: string[]) =>
    api.call('PATCH', path, { json: { quota_limited_resources: limits } });
  expect((await limit(['api_queries_read_bytes'])).status).toBe(200);
  const response = await ask('select 1', project);
  expect([response.status, response.body]).toMatchObject([402, { code: 'quota_limit_exceeded' }]);
  await limit([]);
  expect((await ask('select 1', project)).status).toBe(200);
});

it('what failed three times in a row is not tried again for a while, unless it is forced', async () => {
  const project = await api.newProject();
  const failing = 'select count() from numbers(900000)  where number % 7 = 5';
  for (let times = 1; times <= 5; times += 1) {
    const response = await ask(failing, project);
    expect([response.status, response.body]).toMatchObject([400, { code: 'too_many_bytes' }]);
  }
  const log = `/api/projects/${project}/query/log/`;
  expect((await api.call('GET', log)).body.count).toBe(3);
  const json = { query: { kind: 'HogQLQuery', query: failing }, refresh: 'force_blocking' };
  await api.call('POST', `/api/projects/${project}/query/`, { json });
  expect((await api.call('GET', log)).body.count).toBe(4);
});
