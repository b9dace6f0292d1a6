import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Tests the routes of a project's query log. */
let api: TestApi;
let other: number;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'fatal');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  const redis = createRedis(urls.redis, 'queue');
  await redis.flushdb();
  await closeRedis(redis);
  api = await startTestApi(urls);
  other = await api.newProject();
  const run = (project: number, json: object, key = api.masterKey) =>
    api.call('POST', `/api/projects/${project}/query/`, { json, key });
  const sql = (query: string) => ({ kind: 'HogQLQuery', query });
  const key = await api.keyWith(['query:read']);
  const counted = {
    query: sql('select count() from numbers(5000) where number % 7 = 1'),
    name: 'sevens',
    client_query_id: 'one',
  };
  await run(1, counted, key);
  await run(1, { ...counted, client_query_id: 'two' }, key);
  await run(1, { query: sql('select nope from events'), client_query_id: 'wrong' });
  await run(1, { query: { kind: 'EventsQuery', select: ['event'] }, client_query_id: 'events' });
  await run(other, { query: sql('select 4711'), client_query_id: 'one' });
});
afterAll(() => api.stop());

const list = async (search = '', project = 1) =>
  (await api.call('GET', `/api/projects/${project}/query/log/${search}`)).body;

it('lists a project’s queries, newest first, and no other’s', async () => {
  const { count, results } = await list();
  expect(count).toBe(4);
  expect(results.map(({ query_id }) => query_id)).toEqual(['events', 'wrong', 'two', 'one']);
  const [, wrong, two, one] = results;
  expect(one).toMatchObject({
    kind: 'HogQLQuery',
    name: 'sevens',
    query: 'select count() from numbers(5000) where number % 7 = 1',
    created_by: 1,
    api_key_label: 'test',
    answered_by: 'blocking',
    is_cached: false,
    status: 'finished',
    error_code: null,
    read_rows: 5000,
    result_rows: 1,
  });
  expect(one?.['read_bytes']).toBeGreaterThan(5_000);
  expect(Date.now() - Date.parse(String(one?.['started_at']))).toBeLessThan(120_000);
  expect(String(one?.['api_key_mask'])).toMatch(/\.\.\./);
  expect(two).toMatchObject({ is_cached: true, answered_by: 'cache', read_bytes: 0 });
  expect(wrong).toMatchObject({ status: 'failed', error_code: 'hogql_query_error' });
  expect((await list('', other)).results.map(({ query }) => query)).toEqual(['select 4711']);
});

it.each([
  ['?kind=EventsQuery', ['events']],
  ['?status=failed', ['wrong']],
  ['?cached=true', ['two']],
  ['?query_id=one', ['one']],
  ['?limit=1&offset=2', ['two']],
  ['?min_duration_ms=100000', []],
  ['?before=2026-01-01', []],
  ['?after=2020-01-01&limit=2', ['events', 'wrong']],
])('filters and pages: %s', async (search, ids) => {
  expect((await list(search)).results.map(({ query_id }) => query_id)).toEqual(ids);
});

it('rejects filters that make no sense, and keys without the scope', async () => {
  const path = '/api/projects/1/query/log/';
  const rejected = await api.call('GET', `${path}?status=maybe`);
  expect([rejected.status, rejected.body]).toMatchObject([400, { attr: 'status' }]);
  const key = await api.keyWith(['action:read']);
  expect((await api.call('GET', path, { key })).status).toBe(403);
});

it('returns the runs of one id as a HogQLQuery would', async () => {
  const { status, body } = await api.call('GET', '/api/projects/1/query/one/log/');
  expect(status).toBe(200);
  const columns = body['columns'] as string[];
  const [row] = body.results as unknown as unknown[][];
  expect(body.results).toHaveLength(1);
  const named = Object.fromEntries(columns.map((name, i) => [name, row?.[i]]));
  expect(named).toMatchObject({
    query_id: 'one',
    hogql_name: 'sevens',
    status: 'QueryFinish',
    exception_code: 0,
    is_personal_api_key_request: 1,
    read_rows: 5000,
  });
  expect(body['types']).toHaveLength(columns.length);
  const unknown = await api.call('GET', '/api/projects/1/query/never/log/');
  expect([unknown.status, unknown.body.results]).toEqual([200, []]);
});

it('can be asked in HogQL: the project’s own SQL, without responses of the cache', async () => {
  const json = {
    query: {
      kind: 'HogQLQuery',
      query: `select query_id, status, read_rows, is_personal_api_key_request from query_log
        where query_id in ('one', 'two', 'wrong', 'events') order by query_id`,
    },
  };
  const { body } = await api.call('POST', '/api/projects/1/query/', { json });
  expect(body.results).toEqual([
    ['one', 'QueryFinish', 5000, true],
    ['wrong', 'ExceptionWhileProcessing', 0, true],
  ]);
  const all = { query: { kind: 'HogQLQuery', query: 'select * from query_log limit 1' } };
  const whole = await api.call('POST', `/api/projects/${other}/query/`, { json: all });
  expect(whole.status).toBe(200);
  expect(whole.text).not.toContain('sevens');
});

it('is open to the secret keys of the project that may query, and has their queries', async () => {
  const secret = async (label: string, scopes: readonly string[]) => {
    const path = `/api/projects/${other}/project_secret_api_keys/`;
    return (await api.call('POST', path, { json: { label, scopes } })).body.value;
  };
  const key = await secret('server', ['query:read']);
  const path = `/api/projects/${other}/query/`;
  const query = { kind: 'HogQLQuery', query: 'select 815' };
  await api.call('POST', path, { key, json: { query, client_query_id: 'secret' } });
  const log = await api.call('GET', `${path}log/?limit=1`, { key });
  expect(log.status).toBe(200);
  expect(log.body.results).toMatchObject([
    { query_id: 'secret', query: 'select 815', created_by: null, api_key_label: 'server' },
  ]);
  const run = await api.call('GET', `${path}secret/log/`, { key });
  expect([run.status, run.body.results.length]).toEqual([200, 1]);
  expect((await api.call('GET', '/api/projects/1/query/log/', { key })).status).toBe(403);
  const unscoped = await secret('flags', ['feature_flag:read']);
  expect((await api.call('GET', `${path}log/`, { key: unscoped })).status).toBe(403);
});
