import { createClient, TupleParam, type ClickHouseClient } from '@clickhouse/client';
import { startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient({ url: server.url, log: { level: 127 } });
});
afterAll(async () => {
  await client.close();
  await server.dispose();
});

async function echo(type: string, value: unknown, multipart = false): Promise<unknown> {
  const result = await client.query({
    query: `SELECT {p:${type}} AS p`,
    format: 'JSONEachRow',
    query_params: { p: value },
    use_multipart_params: multipart,
  });
  return (await result.json<{ p: unknown }>())[0]?.p;
}

const NASTY =
  'it\'s "quoted" \\ back\\slash \n new\tline \r `tick` ; -- /* */ {x:String} \u00e9 \ud83d\ude00';
const cases: [type: string, value: unknown, expected: unknown][] = [
  ['UInt64', 42, 42],
  ['Int32', -7, -7],
  ['Float64', 1.5, 1.5],
  ['String', '', ''],
  ['String', NASTY, NASTY],
  ['String', '\\N', '\\N'],
  ['Nullable(String)', null, null],
  ['Nullable(Int64)', null, null],
  ['Bool', true, true],
  ['Bool', false, false],
  ['UUID', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
  ['Date', '2024-02-29', '2024-02-29'],
  ['DateTime', new Date('2024-02-29T12:00:01Z'), '2024-02-29 12:00:01'],
  ["DateTime64(3, 'UTC')", new Date('2024-02-29T12:00:01.250Z'), '2024-02-29 12:00:01.250'],
  ['Array(UInt8)', [1, 2, 3], [1, 2, 3]],
  ['Array(String)', ['a', NASTY, ''], ['a', NASTY, '']],
  ['Array(Nullable(String))', ['a', null], ['a', null]],
  ['Array(Array(Int8))', [[1], [], [2, 3]], [[1], [], [2, 3]]],
  ['Tuple(Int8, String)', new TupleParam([1, NASTY]), [1, NASTY]],
  ['Map(String, Int8)', { a: 1, "b'": 2 }, { a: 1, "b'": 2 }],
  ['Map(String, Array(String))', { k: [NASTY] }, { k: [NASTY] }],
];

describe.each([
  ['in the URL', false],
  ['in a multipart body', true],
])('%s', (_, multipart) => {
  it.each(cases)('%s %j', async (type, value, expected) => {
    expect(await echo(type, value, multipart)).toEqual(expected);
  });
});

it('names tables and columns with Identifier', async () => {
  const result = await client.query({
    query: 'SELECT {column:Identifier} AS c FROM {db:Identifier}.{table:Identifier}',
    format: 'JSONEachRow',
    query_params: { column: 'dummy', db: 'system', table: 'one' },
  });
  expect(await result.json()).toEqual([{ c: 0 }]);
});

it('accepts more text than a statement may have', async () => {
  const ids = Array.from({ length: 60_000 }, (_, index) => `id-${index}`);
  const result = await client.query({
    query: 'SELECT length({ids:Array(String)}) AS n',
    format: 'JSONEachRow',
    query_params: { ids },
    use_multipart_params: true,
  });
  expect(await result.json()).toEqual([{ n: 60_000 }]);
  await expect(
    client.query({
      query: `SELECT '${'x'.repeat(300_000)}'`,
      query_params: { ids: ['a'] },
    }),
  ).rejects.toMatchObject({ code: '62' });
});

it('binds many queries at once without mixing them up', async () => {
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => echo('UInt32', index)),
  );
  expect(responses).toEqual(Array.from({ length: 40 }, (_, index) => index));
});

it('names a parameter that is missing or invalid', async () => {
  await expect(client.query({ query: 'SELECT {nowhere:Int8}' })).rejects.toMatchObject({
    code: '456',
    type: 'UNKNOWN_QUERY_PARAMETER',
  });
  await expect(echo('Int8', 'not a number')).rejects.toMatchObject({ code: '457' });
});

it('works in INSERT and DDL', async () => {
  await client.command({
    query: 'CREATE TABLE {t:Identifier} (a String) ENGINE = Memory',
    query_params: { t: 'named by parameter' },
  });
  await client.command({
    query: 'INSERT INTO {t:Identifier} SELECT {v:String}',
    query_params: { t: 'named by parameter', v: NASTY },
  });
  const result = await client.query({
    query: 'SELECT a FROM `named by parameter`',
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([{ a: NASTY }]);
});
