import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createArrivalMarks, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** `refresh`, the cache and equal runs (`docs/wire/query.md#refresh`), on real engines. No worker takes the jobs. */
let api: TestApi;
let redis: ReturnType<typeof createRedis>;
const QUERY = '/api/projects/1/query/';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  redis = createRedis(urls.redis, 'queue');
  await redis.flushdb();
  api = await startTestApi(urls);
});
afterAll(async () => {
  await api.stop();
  await closeRedis(redis);
});

let statements = 1_000;
/** A statement that no other test uses. */
const fresh = () => `select ${(statements += 1)}`;
const ask = async (query: string, refresh?: string, more: object = {}) => {
  const json = { query: { kind: 'HogQLQuery', query, ...more }, ...(refresh && { refresh }) };
  const response = await api.call('POST', QUERY, { json });
  expect(response.status).toBe(200);
  return response.body;
};
const status = (body: object) =>
  (body as { query_status: { id: string; complete: boolean } | null }).query_status;

it('serves the computed result byte for byte until a request asks for a new one', async () => {
  const query = fresh();
  const first = await ask(query);
  expect(first).toMatchObject({ is_cached: false, query_status: null });
  const second = await ask(query);
  expect(second).toEqual({ ...first, is_cached: true });
  const forced = await ask(query, 'force_blocking');
  expect(forced).toMatchObject({ is_cached: false, cache_key: first['cache_key'] });
  expect(String(forced['last_refresh']) > String(first['last_refresh'])).toBe(true);
  // A forced run is stored, too.
  expect(await ask(query, 'blocking')).toEqual({ ...forced, is_cached: true });
});

it('sends all digits of wide integers, computed, stored and as lines', async () => {
  const query = 'select 18446744073709551615 as a, [-9223372036854775808, 1] as b, count() as c';
  const results = '"results":[[18446744073709551615,[-9223372036854775808,1],1]]';
  const send = (accept: string): Promise<Response> =>
    fetch(`${api.base}${QUERY}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.masterKey}`,
        'content-type': 'application/json',
        accept,
      },
      body: JSON.stringify({ query: { kind: 'HogQLQuery', query } }),
    });
  const computed = await (await send('application/json')).text();
  expect(computed).toContain(results);
  const stored = await (await send('application/json')).text();
  expect(stored).toContain(results);
  expect(stored).toContain('"is_cached":true');
  expect(await (await send('application/x-ndjson')).text()).toBe(
    '{"a":18446744073709551615,"b":[-9223372036854775808,1],"c":1}\n',
  );
  expect(await (await send('text/csv')).text()).toContain(
    '18446744073709551615,"[-9223372036854775808,1]",1',
  );
});

it('promises the age it enforces', async () => {
  const sql = await ask(fresh());
  const age = (body: object, key: string) =>
    (Date.parse(String((body as Record<string, unknown>)[key])) -
      Date.parse(String((body as Record<string, unknown>)['last_refresh']))) /
    60_000;
  expect(age(sql, 'cache_target_age')).toBe(5);
  expect(age(sql, 'next_allowed_client_refresh')).toBe(1);
  const trends = async (dateRange: object) => {
    const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }], dateRange };
    return (await api.call('POST', QUERY, { json: { query } })).body;
  };
  expect(age(await trends({ date_from: '-7d' }), 'cache_target_age')).toBe(360);
  const settled = await trends({ date_from: '2026-01-01', date_to: '2026-02-01' });
  expect(settled).toMatchObject({ is_cached: false, cache_target_age: null });
});

it.each([
  ['async', ['cache_key', 'query_status']],
  ['lazy_async', ['cache_key', 'query_status']],
  ['force_async', ['query_status']],
])('%s without a stored result starts a run', async (refresh, keys) => {
  const body = await ask(fresh(), refresh);
  expect(Object.keys(body).sort()).toEqual(keys);
  expect(status(body)).toMatchObject({ complete: false, error: false });
});

it('async_except_on_cache_miss computes without a stored result', async () => {
  expect(await ask(fresh(), 'async_except_on_cache_miss')).toMatchObject({ is_cached: false });
});

it.each(['async', 'lazy_async', 'async_except_on_cache_miss', 'force_cache', 'blocking'])(
  '%s serves a fresh result and starts nothing',
  async (refresh) => {
    const query = fresh();
    const first = await ask(query);
    expect(await ask(query, refresh)).toEqual({ ...first, is_cached: true });
  },
);

it('force_cache never computes', async () => {
  const query = fresh();
  const miss = await ask(query, 'force_cache');
  expect(miss).toEqual({ cache_key: expect.stringMatching(/^cache_1_/), query_status: null });
  expect(await ask(query, 'force_cache')).toEqual(miss);
  const started = status(await ask(query, 'force_async'));
  expect(status(await ask(query, 'force_cache'))).toMatchObject({ id: started?.id });
});

it('reports the run that refreshes a fresh result', async () => {
  const query = fresh();
  await ask(query);
  const started = status(await ask(query, 'force_async'));
  for (const refresh of ['blocking', 'async', 'lazy_async']) {
    const body = await ask(query, refresh);
    expect(body).toMatchObject({ is_cached: true, query_status: { id: started?.id } });
  }
});

describe('an older result', () => {
  /** Changes a stored result as if it had been computed the given number of minutes ago. */
  const aged = async (minutes: number): Promise<string> => {
    const query = fresh();
    const [key] = [String((await ask(query))['cache_key'])];
    const { deflateRawSync, inflateRawSync } = await import('node:zlib');
    const name = `tidemark:{query-cache:1}:entry:${key}`;
    const stored = await redis.getBuffer(name);
    if (stored === null) throw new Error('nothing is stored');
    const entry = JSON.parse(inflateRawSync(stored).toString()) as object;
    const last_refresh = new Date(Date.now() - minutes * 60_000).toISOString();
    await redis.set(name, deflateRawSync(JSON.stringify({ ...entry, last_refresh })));
    return query;
  };

  it.each<[string, number, boolean, boolean]>([
    // mode, minutes, is cached, starts a run
    ['blocking', 4, true, false],
    ['blocking', 10, false, false],
    ['async', 4, true, false],
    ['async', 10, true, true],
    ['async', 20, true, true],
    ['lazy_async', 10, true, false],
    ['lazy_async', 20, true, true],
    ['async_except_on_cache_miss', 10, true, true],
    ['force_cache', 20, true, false],
  ])('%s after %i minutes', async (refresh, minutes, cached, starts) => {
    const body = await ask(await aged(minutes), refresh);
    expect(body).toMatchObject({ is_cached: cached, results: [[expect.any(Number)]] });
    expect(status(body)?.complete).toBe(starts ? false : undefined);
  });

  it('counts as missing when it is damaged', async () => {
    const query = fresh();
    const key = String((await ask(query))['cache_key']);
    await redis.set(`tidemark:{query-cache:1}:entry:${key}`, 'garbage');
    expect(await ask(query)).toMatchObject({ is_cached: false });
  });
});

describe('a response that took no time', () => {
  it('is computed anew once events have arrived', async () => {
    const query = fresh();
    const first = await ask(query);
    await createArrivalMarks(redis).bump([2]);
    expect(await ask(query)).toEqual({ ...first, is_cached: true });
    await createArrivalMarks(redis).bump([1]);
    expect(await ask(query, 'force_cache')).toEqual({ ...first, is_cached: true });
    const again = await ask(query);
    expect(again).toMatchObject({ is_cached: false });
    expect(await ask(query)).toEqual({ ...again, is_cached: true });
  });

  it('is served as it is where a run refreshes it', async () => {
    const query = fresh();
    await ask(query);
    await createArrivalMarks(redis).bump([1]);
    const body = await ask(query, 'async');
    expect(body).toMatchObject({ is_cached: true, query_status: { complete: false } });
  });
});

it('shows a new table at once where a statement lists the tables', async () => {
  const listed =
    "select table_name from system.information_schema.tables where table_name = 'sales_by_day'";
  expect(await ask(listed)).toMatchObject({ is_cached: false, results: [] });
  const view = { name: 'sales_by_day', query: { kind: 'HogQLQuery', query: 'select 1 as sum' } };
  const saved = await api.call('POST', '/api/projects/1/warehouse_saved_queries/', { json: view });
  expect(saved.status).toBe(201);
  expect(await ask(listed)).toMatchObject({ is_cached: false, results: [['sales_by_day']] });
  expect(await ask(listed, 'force_cache')).toMatchObject({ query_status: null });
});

it('keeps no mistake', async () => {
  const query = 'select nope from events';
  const json = { query: { kind: 'HogQLQuery', query, modifiers: { debug: true } } };
  for (const _ of [1, 2]) {
    const { body } = await api.call('POST', QUERY, { json });
    expect(body).toMatchObject({ is_cached: false, error: expect.stringContaining('nope') });
  }
});

it('keeps an id for each of equal runs that share one computation', async () => {
  const query = fresh();
  const start = async (id: string, project = 1) => {
    const json = {
      query: { kind: 'HogQLQuery', query },
      refresh: 'force_async',
      client_query_id: id,
    };
    return status((await api.call('POST', `/api/projects/${project}/query/`, { json })).body)?.id;
  };
  expect(await start('first')).toBe('first');
  expect(await start('second')).toBe('second');
  expect((await api.call('GET', `${QUERY}second/`)).body).toMatchObject({
    query_status: { id: 'second' },
  });
  expect(await start('first')).toBe('first');
  // Another project does not share the stored result.
  const other = await api.newProject();
  expect(await start('theirs', other)).toBe('theirs');
  // A cancelled id is unknown; the runs of the other ids continue.
  await api.call('DELETE', `${QUERY}first/`);
  expect((await api.call('GET', `${QUERY}first/`)).status).toBe(404);
  expect((await api.call('GET', `${QUERY}second/`)).status).toBe(200);
  await api.call('DELETE', `${QUERY}second/`);
  expect(await start('third')).toBe('third');
  expect(await start('fourth')).toBe('fourth');
});

it('makes one of equal computations at the same time', async () => {
  const query = 'select count(), 77 from numbers(300000000) where number % 7 = 3';
  const bodies = await Promise.all([ask(query), ask(query), ask(query)]);
  expect(new Set(bodies.map((body) => body['last_refresh'])).size).toBe(1);
});
