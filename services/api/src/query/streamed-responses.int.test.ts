import { exactJson, parseExactly } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';
import {
  QUERY,
  RUNNING,
  EVENTS,
  sql,
  streamedResponseScene,
} from '../test-support/streamed-response-scene';

const scene = streamedResponseScene();
const { open, text } = scene;

/** Every kind of value in the wire format. */
const VALUES = `select event, timestamp, properties.n as n, properties.nothing as nothing, properties,
  [timestamp] as moments, tuple(1, 'a') as pair, event = 'plain' as plain, toDate(timestamp) as day, '' as empty,
  1 / 3 as third, 9007199254740993 as big, uuid from events order by uuid limit 30`;

/** RFC 4180. */
function parseCsv(body: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (
    let match = cell.exec(body);
    match !== null && match.index < body.length;
    match = cell.exec(body)
  ) {
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it('CSV shows what the JSON response shows, under the same names', async () => {
  const json = await scene.api.call('POST', QUERY, { json: { query: sql(VALUES) } });
  const { status, type, body } = await text(sql(VALUES), 'text/csv');
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  const rows = parseCsv(body);
  expect(rows[0]).toEqual(json.body['columns']);
  const { results } = parseExactly(json.text) as { results: unknown[][] };
  const cells = results.map((row) =>
    row.map((cell) => (cell === null ? '' : typeof cell === 'string' ? cell : exactJson(cell))),
  );
  expect(rows.slice(1)).toEqual(cells);
  expect(cells[0]?.[1]).toBe('2026-01-12T00:00:00.250000+01:00');
});

it('NDJSON is the JSON response, an object per row', async () => {
  const json = await scene.api.call('POST', QUERY, { json: { query: sql(VALUES) } });
  const { status, type, body } = await text(sql(VALUES), 'application/x-ndjson');
  expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const columns = json.body['columns'] as string[];
  const rows = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.map((row) => Object.keys(row))[0]).toEqual(columns);
  expect(rows.map((row) => Object.values(row))).toEqual(json.body.results);
});

it.each([
  ['parquet', 'application/vnd.apache.parquet', (bytes: Buffer) => bytes.subarray(0, 4), 'PAR1'],
  ['parquet', 'application/vnd.apache.parquet', (bytes: Buffer) => bytes.subarray(-4), 'PAR1'],
  [
    'arrow',
    'application/vnd.apache.arrow.stream',
    (bytes: Buffer) => bytes.subarray(0, 4),
    '\xff\xff\xff\xff',
  ],
])('%s comes as the engine writes it', async (format, type, part, mark) => {
  const asked = sql('select event, timestamp, toFloat(properties.n) as n from events');
  const response = await open(asked, '*/*', { path: `${QUERY}?format=${format}` });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(part(bytes).toString('latin1')).toBe(mark);
});

it('supports placeholders, variables, filters, overrides and modifiers, on rows of the project only', async () => {
  const csv = async (query: object, more: object = {}) =>
    parseCsv((await text(query, 'text/csv', { more })).body).slice(1);
  expect(await csv(sql('select {a}, {b}', { values: { a: 'x', b: 1 } }))).toEqual([['x', '1']]);
  expect(await csv(sql('select distinct_id from events'))).toHaveLength(EVENTS);
  const filtered = sql('select distinct_id from events where {filters}');
  expect(await csv(filtered, { filters_override: { date_from: '2026-02-01' } })).toEqual([]);
  const utc = sql('select timestamp from events order by timestamp limit 1', {
    modifiers: { convertToProjectTimezone: false },
  });
  expect(await csv(utc)).toEqual([['2026-01-11T23:00:00.250000Z']]);
});

it('events and persons come as in their responses', async () => {
  const query = {
    kind: 'EventsQuery',
    select: ['event', 'person', '*', 'timestamp'],
    after: 'all',
    orderBy: ['uuid'],
    limit: 7,
  };
  const json = await scene.api.call('POST', QUERY, { json: { query } });
  const { body } = await text(query, 'application/x-ndjson');
  const rows = body
    .trimEnd()
    .split('\n')
    .map((line) => Object.values(JSON.parse(line) as Record<string, unknown>));
  expect(rows).toEqual(json.body.results);
  expect(rows).toHaveLength(7);
  const actors = await text({ kind: 'ActorsQuery' }, 'text/csv');
  expect(parseCsv(actors.body)).toEqual([['person', 'id', 'person.$delete']]);
});

it('sends all rows, not a page of them', async () => {
  const { body } = await text(sql('select number from numbers(250000)'), 'text/csv');
  expect(body.split('\r\n')).toHaveLength(250_002);
  expect(body).toMatch(/^number\r\n0\r\n1\r\n/);
  expect(body).toMatch(/\r\n249999\r\n$/);
});

it.each([
  ['select 1 from nope', 400, 'hogql_query_error'],
  ['selec 1', 400, 'hogql_syntax_error'],
  ['select sum(number) from numbers(20000000)', 400, 'too_many_bytes'],
])('reports a failure before the first byte as JSON: %s', async (query, status, code) => {
  const result = await text(sql(query), 'text/csv');
  expect(result.type).toBe('application/json');
  expect([result.status, JSON.parse(result.body)]).toMatchObject([status, { code, attr: null }]);
});

it.each(['text/csv', 'application/x-ndjson', 'application/vnd.apache.arrow.stream'])(
  'breaks the connection off when there are more rows than allowed: %s',
  async (accept) => {
    const response = await open(
      sql("select number, repeat('x', 100) from numbers(5000000)"),
      accept,
    );
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await waitUntil(async () => expect(await scene.redis.zcard(RUNNING)).toBe(0));
  },
);
