import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Queries that reach the real engine. */
let api: TestApi;
let other: number;
const QUERY = '/api/projects/1/query/';
const sql = (query: string, more: object = {}) => ({
  query: { kind: 'HogQLQuery', query },
  ...more,
});

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({
    url: urls.clickhouse,
    logger: createLogger('test', 'warn'),
  });
  await clickhouse.insertJsonEachRow('groups', [
    {
      team_id: 1,
      group_type_index: 0,
      group_key: 'acme',
      created_at: '2026-01-01 00:00:00',
      group_properties_text: '{"name":"Acme"}',
      version: 1,
    },
  ]);
  await clickhouse.close();
  api = await startTestApi(urls);
  other = await api.newProject();
});
afterAll(() => api.stop());

it.each([
  QUERY,
  '/api/projects/1/query',
  '/api/projects/@current/query/',
  '/api/environments/1/query/',
  '/api/projects/1/query/HogQLQuery/',
])('POST %s runs a statement', async (path) => {
  const key = await api.keyWith(['query:read']);
  const json = sql('select 1', { refresh: 'force_blocking' });
  const response = await api.call('POST', path, { json, key });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    results: [[1]],
    columns: [expect.any(String)],
    types: [[expect.any(String), expect.any(String)]],
    is_cached: false,
    limit: 100,
    offset: 0,
    hasMore: false,
  });
});

it('takes the key from the body without taking it for a part of the query', async () => {
  const json = { ...sql('select 1'), personal_api_key: api.masterKey };
  expect((await api.call('POST', QUERY, { json, key: null })).status).toBe(200);
});

it.each([
  ['selec 1', 'hogql_syntax_error', /./],
  ['select * from nope', 'hogql_query_error', /Unknown table `nope`/],
  ['select user_id from events', 'hogql_query_error', /^Unable to resolve field: user_id/],
  ['select user_id from events', 'hogql_query_error', /Tables referenced: events$/],
])('says what is wrong with %s, and where', async (query, code, detail) => {
  const response = await api.call('POST', QUERY, { json: sql(query) });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    type: 'validation_error',
    code,
    attr: null,
    extra: { hogql_metadata: { isValid: false, errors: [{ start: expect.any(Number) }] } },
  });
  expect(response.body.detail).toMatch(detail);
});

it('cancels any id, and never returns 404', async () => {
  const key = await api.keyWith(['query:read']);
  const response = await api.call('DELETE', `${QUERY}unknown/`, { key });
  expect([response.status, response.text]).toEqual([204, '']);
});

it('a background run is seen by its own project only, until it is cancelled', async () => {
  const json = sql('select 1', { refresh: 'force_async', client_query_id: 'q1' });
  const started = await api.call('POST', QUERY, { json });
  expect(started.status).toBe(200);
  expect(started.body).toMatchObject({ query_status: { id: 'q1', complete: false, team_id: 1 } });
  const running = await api.call('GET', `${QUERY}q1/`);
  expect(running.status).toBe(200);
  expect(running.body).toMatchObject({ query_status: { id: 'q1', complete: false, error: false } });
  expect((await api.call('GET', `/api/projects/${other}/query/q1/`)).status).toBe(404);
  // A cancellation by another project does not affect this run.
  await api.call('DELETE', `/api/projects/${other}/query/q1/`);
  expect((await api.call('GET', `${QUERY}q1/`)).status).toBe(200);
  expect((await api.call('DELETE', `${QUERY}q1/`)).status).toBe(204);
  expect((await api.call('GET', `${QUERY}q1/`)).status).toBe(404);
});

it('the status of a run names the insight and the dashboard that started it', async () => {
  const dashboard = (await api.call('POST', '/api/projects/1/dashboards/', { json: {} })).body.id;
  const saved = { query: sql("select 'started by'").query, dashboards: [dashboard] };
  const insight = (await api.call('POST', '/api/projects/1/insights/', { json: saved })).body.id;
  const path = `/api/projects/1/insights/${insight}/?refresh=force_async`;
  const alone = await api.call('GET', path);
  expect(alone.body).toMatchObject({
    query_status: {
      complete: false,
      task_id: null,
      labels: ['insight'],
      insight_id: insight,
      dashboard_id: null,
    },
  });
  const { id } = alone.body['query_status'] as { id: string };
  await api.call('DELETE', `${QUERY}${id}/`);
  const shown = await api.call('GET', `${path}&from_dashboard=${dashboard}`);
  expect(shown.body).toMatchObject({
    query_status: { labels: ['dashboard'], insight_id: insight, dashboard_id: dashboard },
  });
  const all = await api.call('GET', `/api/projects/1/dashboards/${dashboard}/?refresh=force_async`);
  expect(all.body).toMatchObject({
    tiles: [{ insight: { query_status: { insight_id: insight, dashboard_id: dashboard } } }],
  });
});

it.each([
  ['select event, timestamp, count() from events group by event', "'timestamp'"],
  ['select event, count() from events', "'event'"],
  ['select count() from events group by event order by properties.$os', "'properties.$os'"],
])('%s: the error names the column', async (query, name) => {
  const { status, body } = await api.call('POST', QUERY, { json: sql(query) });
  expect([status, body['code']]).toEqual([400, 'not_an_aggregate']);
  expect(body.detail).toContain(`Column ${name} is neither inside an aggregation nor in GROUP BY.`);
});

it('toDate shows the day of a named zone', async () => {
  const query = `select toDate(toDateTime('2026-03-01T23:30:00Z'), 'Europe/Berlin'),
    toDate(toDateTime('2026-03-01T23:30:00Z'), 'UTC'), toDate('2026-03-01 23:30:00', 'Asia/Tokyo'),
    toDate(1772407800, 'Europe/Berlin')`;
  const { body } = await api.call('POST', QUERY, { json: sql(query) });
  expect(body.results).toEqual([['2026-03-02', '2026-03-01', '2026-03-01', '2026-03-02']]);
});

it('ActorsQuery finds the groups that SQL names', async () => {
  const source = {
    kind: 'HogQLQuery',
    query: "select 'acme' as group_key, 0 as group_type_index, 7 as times",
  };
  const query = {
    kind: 'ActorsQuery',
    select: ['group', 'times', 'group_name'],
    search: 'acm',
    source,
  };
  const response = await api.call('POST', QUERY, { json: { query } });
  expect(response.body).toMatchObject({
    results: [
      [
        {
          id: 'acme',
          type: 'group',
          group_key: 'acme',
          group_type_index: 0,
          properties: { name: 'Acme' },
          group_properties: { name: 'Acme' },
        },
        7,
        { display_name: 'Acme', id: 'acme' },
      ],
    ],
    missing_actors_count: 0,
  });
});

it('is ready when every dependency responds', async () => {
  const response = await api.call('GET', '/_readyz');
  expect(response.status).toBe(200);
  expect(response.body.checks).toEqual({ postgres: 'ok', redis: 'ok', clickhouse: 'ok' });
});
