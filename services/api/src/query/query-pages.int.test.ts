import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Results of SQL that are read page by page with a cursor, on the real engine. */
let api: TestApi;
let clickhouse: ReturnType<typeof createClickHouse>;
const EVENTS = 250;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({
    url: urls.clickhouse,
    logger: createLogger('test', 'fatal'),
  });
  api = await startTestApi(urls);
  await insert(0, EVENTS);
});
afterAll(async () => {
  await api.stop();
  await clickhouse.close();
});

/** Inserts many events with the same time, whose order is undefined. */
const insert = (from: number, count: number) =>
  clickhouse.insertJsonEachRow(
    'events',
    Array.from({ length: count }, (_, i) => ({
      uuid: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}`,
      team_id: 1 + ((from + i) % 2),
      event: 'e',
      distinct_id: `d${String(from + i).padStart(4, '0')}`,
      timestamp: `2026-01-11 23:0${i % 2}:00.000000`,
    })),
  );
const post = (query: string, more: object, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/projects/1/query/', {
    json: { query: { kind: 'HogQLQuery', query }, ...more },
    headers,
  });
const ids = Array.from({ length: EVENTS / 2 }, (_, i) => `d${String(2 * i).padStart(4, '0')}`);

async function readAll(query: string, size: number, between = () => Promise.resolve()) {
  const pages: unknown[][][] = [];
  let more: object = { page_size: size };
  for (;;) {
    const { status, body } = await post(query, more);
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_cached: false, limit: size, offset: pages.length * size });
    pages.push(body.results as unknown as unknown[][]);
    const cursor = body['nextCursor'];
    expect(body['hasMore']).toBe(cursor !== null);
    if (cursor === null) return pages;
    more = { cursor };
    await between();
  }
}

it.each([
  ['select distinct_id from events order by timestamp', 30],
  ['select distinct_id from events', 30],
  ['select distinct_id, count() from events group by distinct_id order by count() desc', 50],
  ["select * from (select distinct_id from events union all select 'x' from numbers(0))", 125],
])('shows each row once, whatever the order leaves open: %s', async (query, size) => {
  const pages = await readAll(query, size);
  expect(pages).toHaveLength(Math.ceil(ids.length / size));
  const seen = pages.flat().map((row) => row.find((cell) => /^d\d+$/.test(String(cell))));
  expect([...seen].sort()).toEqual(ids);
});

it('pages are of the time of the first one', async () => {
  let next = 10_000;
  const pages = await readAll('select distinct_id from events order by timestamp desc', 40, () =>
    insert((next += 10), 10),
  );
  expect(pages.flat().flat().sort()).toEqual(ids);
});

it('a cursor is for its query, and pages are for one SELECT', async () => {
  const query = 'select event from events';
  const cursor = (await post(query, { page_size: 10 })).body['nextCursor'];
  expect(cursor).toEqual(expect.any(String));
  for (const [text, more, attr] of [
    ['select uuid from events', { cursor }, 'cursor'],
    [query, { cursor: 'abc' }, 'cursor'],
    [query, { cursor, refresh: 'async' }, 'refresh'],
  ] as const) {
    const { status, body } = await post(text, more);
    expect([status, body]).toMatchObject([400, { type: 'validation_error', attr }]);
  }
  expect((await post(query, { page_size: 0 })).status).toBe(400);
  for (const text of [`${query} limit 5`, `${query} offset 5`, 'select 1 union all select 2']) {
    const { status, body } = await post(text, { page_size: 10 });
    expect([status, body]).toMatchObject([400, { code: 'hogql_query_error' }]);
  }
  expect((await post(query, { page_size: 10 }, { accept: 'text/csv' })).status).toBe(400);
  const events = { query: { kind: 'EventsQuery', select: ['event'] }, page_size: 10 };
  const other = await api.call('POST', '/api/projects/1/query/', { json: events });
  expect([other.status, other.body]).toMatchObject([400, { attr: 'page_size' }]);
});

it('responses without pages have no cursor', async () => {
  expect((await post('select number from numbers(500)', {})).body).not.toHaveProperty('nextCursor');
});

it('reports when a set without LIMIT was cut', async () => {
  const cut = (await post('select number from numbers(300) union all select 1', {})).body;
  expect(cut).toMatchObject({ hasMore: true, limit: 100, offset: 0 });
  expect(cut['results']).toHaveLength(100);
  expect(cut['warnings']).toEqual([expect.stringContaining('at most 100 rows')]);
  const whole = (await post('select number from numbers(300) union all select 1 limit 400', {}))
    .body;
  expect(whole).toMatchObject({ hasMore: null, limit: null, warnings: null });
  expect(whole['results']).toHaveLength(301);
});
