import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Tests the checks before a query runs; no statement reaches the engine here. */
let api: TestApi;
const QUERY = '/api/projects/1/query/';
const select = { kind: 'HogQLQuery', query: 'select 1' };

beforeAll(async () => {
  const urls = await createStoresWithoutEvents();
  api = await startTestApi(urls, { QUERY_RATE_LIMIT_PER_HOUR: 3, QUERY_RATE_LIMIT_PER_MINUTE: 40 });
});
afterAll(() => api.stop());

it.each([
  ['an empty body', {}, 'query\n  Field required'],
  ['an empty query', { query: {} }, "query\n  Unable to extract tag using discriminator 'kind'"],
  ['a list', [], 'QueryRequest'],
  [
    'an unknown kind',
    { query: { kind: 'Tomato' } },
    "query\n  Input tag 'Tomato' found using 'kind'",
  ],
  [
    'an unknown kind inside another',
    { query: { kind: 'DataTableNode', source: { kind: 'Tomato' } } },
    "query.source\n  Input tag 'Tomato' found using 'kind'",
  ],
  ['an unknown key', { query: select, foo: 1 }, 'foo\n  Extra inputs are not permitted'],
  ['an unknown key of the query', { query: { ...select, foo: 1 } }, 'query.foo\n  Extra inputs'],
  [
    'an unknown modifier',
    { query: { ...select, modifiers: { timing: true } } },
    'query.modifiers.timing\n  Extra inputs are not permitted',
  ],
  [
    'a modifier of an insight that is no boolean',
    { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }], modifiers: { debug: 1 } } },
    'query.modifiers.debug\n',
  ],
  [
    'an unknown tag',
    { query: { ...select, tags: { team: 'growth' } } },
    'query.tags.team\n  Extra inputs are not permitted',
  ],
  [
    'an override of a variable that is no object',
    { query: select, variables_override: { x: 1 } },
    'variables_override.x\n',
  ],
  [
    'an unknown key of a date range',
    { query: { ...select, filters: { dateRange: { from: '-7d' } } } },
    'query.filters.dateRange.from\n  Extra inputs are not permitted',
  ],
  [
    'another spelling of a setting',
    {
      query: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode' }],
        trendsFilter: { smoothing_intervals: 7 },
      },
    },
    'query.trendsFilter.smoothing_intervals\n  Extra inputs are not permitted',
  ],
  [
    'an unknown key of a filter',
    { query: { ...select, filters: { properties: [{ key: 'a', value: 1, operater: 'gt' }] } } },
    'query.filters.properties.0.operater\n  Extra inputs are not permitted',
  ],
  [
    'an unknown key of a filter in a group',
    {
      query: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode' }],
        properties: { type: 'AND', values: [{ type: 'OR', values: [{ key: 'a', val: 1 }] }] },
      },
    },
    'query.properties.values.0.values.0.val\n  Extra inputs are not permitted',
  ],
  ['a query without text', { query: { kind: 'HogQLQuery' } }, 'query.query\n  Field required'],
  ['an unknown refresh', { query: select, refresh: 'sometimes' }, 'refresh\n'],
  ['a boolean refresh', { query: select, refresh: true }, 'refresh\n'],
  ['a foreign limit context', { query: select, limit_context: 'export' }, 'limit_context\n'],
])('rejects %s', async (_, json, detail) => {
  const response = await api.call('POST', QUERY, { json, key: await api.keyWith(['query:read']) });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'invalid_request', code: 'parse_error', attr: null });
  expect(response.body.detail).toMatch(
    /^JSON parse error - \d+ validation errors? for QueryRequest/,
  );
  expect(response.body.detail).toContain(detail);
});

it('reports a body that is no JSON', async () => {
  const key = await api.keyWith(['query:read']);
  const response = await api.call('POST', QUERY, { raw: '{not json', key });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'invalid_request', code: 'parse_error' });
  expect(response.body.detail).toMatch(/^JSON parse error/);
});

it('lists the kinds that can be run, and no others', async () => {
  const key = await api.keyWith(['query:read']);
  const { body } = await api.call('POST', QUERY, { json: { query: { kind: 'Tomato' } }, key });
  expect(body.detail).toContain("'HogQLQuery'");
  expect(body.detail).toContain("'InsightVizNode'");
  for (const kind of ['HogQuery', 'EventsNode', 'ErrorTrackingQuery', 'PersonsNode']) {
    expect(body.detail).not.toContain(`'${kind}'`);
  }
});

it('reports a kind that has no runner', async () => {
  const json = { query: { kind: 'SavedInsightNode', shortId: 'x' } };
  const response = await api.call('POST', QUERY, { json, key: await api.keyWith(['query:read']) });
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    type: 'validation_error',
    code: 'invalid_input',
    detail: 'Unsupported query kind: SavedInsightNode',
    attr: null,
  });
});

it('reports a kind in the path that is not the one of the body', async () => {
  const json = { query: { kind: 'EventsQuery', select: ['*'] } };
  const key = await api.keyWith(['query:read']);
  const response = await api.call('POST', `${QUERY}HogQLQuery/`, { json, key });
  expect(response.status).toBe(400);
  expect(response.body.detail).toContain('HogQLQuery');
  expect(response.body.detail).toContain('EventsQuery');
});

it('returns a query in its newest form without running it', async () => {
  const key = await api.keyWith(['query:read']);
  const json = { query: { ...select, version: 1 } };
  for (const path of [`${QUERY}upgrade/`, '/api/environments/@current/query/upgrade']) {
    const response = await api.call('POST', path, { json, key });
    expect([response.status, response.body]).toEqual([200, json]);
  }
  const unknown = { query: { kind: 'Tomato' } };
  expect((await api.call('POST', `${QUERY}upgrade/`, { json: unknown, key })).status).toBe(400);
  const check = await api.call('POST', `${QUERY}check_auth_for_async/`, { key });
  expect([check.status, check.body]).toEqual([200, { user: 'ok' }]);
});

it('has no status for an unknown run', async () => {
  const response = await api.call('GET', `${QUERY}unknown/`);
  expect(response.status).toBe(404);
  expect(response.body).toEqual({
    type: 'invalid_request',
    code: 'not_found',
    detail: 'Query unknown not found for team 1',
    attr: null,
  });
});

it('limits queries per key, with Retry-After', async () => {
  const json = { query: { kind: 'SavedInsightNode' } };
  const [key, other] = [await api.keyWith(['query:read']), await api.keyWith(['query:read'])];
  for (const left of ['2', '1', '0']) {
    const response = await api.call('POST', QUERY, { json, key });
    expect(response.status).toBe(400);
    expect(response.headers.get('ratelimit-limit')).toBe('3');
    expect(response.headers.get('ratelimit-remaining')).toBe(left);
  }
  const limited = await api.call('POST', QUERY, { json, key });
  expect(limited.status).toBe(429);
  expect(limited.headers.get('ratelimit-remaining')).toBe('0');
  expect(limited.body).toMatchObject({ type: 'throttled_error', code: 'throttled', attr: null });
  const seconds = Number(limited.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(limited.body.detail).toBe(
    `Request was throttled. Expected available in ${seconds} seconds.`,
  );
  // It receives nothing else, whatever it sends.
  for (const raw of ['{not json', JSON.stringify({ ...json, foo: 'x'.repeat(100_000) })]) {
    expect((await api.call('POST', QUERY, { raw, key })).status).toBe(429);
  }
  const asCsv = { json: { query: select }, key, headers: { accept: 'text/csv' } };
  expect((await api.call('POST', QUERY, asCsv)).status).toBe(429);
  expect((await api.call('POST', QUERY, { json, key: other })).status).toBe(400);
  // Reading a status and cancelling do not count as queries.
  expect((await api.call('GET', `${QUERY}x/`, { key })).status).toBe(404);
});

it('limits bursts of a key, looks included, and takes nothing of the hour for them', async () => {
  const key = await api.keyWith(['query:read']);
  const looks = Array.from({ length: 41 }, () => api.call('GET', `${QUERY}x/`, { key }));
  const statuses = (await Promise.all(looks)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const limited = await api.call('POST', QUERY, { json: { query: select }, key });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(limited.headers.get('ratelimit-remaining')).toBeNull();
});
