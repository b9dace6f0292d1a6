import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { waitUntil } from '@tidemark/testing';
import { post, startTestServer, type TestServer } from '../test-support/test-server';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';

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
beforeEach(async () => {
  await client.command({ query: 'DROP TABLE IF EXISTS t' });
  await client.command({
    query: 'CREATE TABLE t (a UInt64, s String) ENGINE = MergeTree ORDER BY a',
  });
});

async function rows(): Promise<unknown[]> {
  const result = await client.query({
    query: 'SELECT a, s FROM t ORDER BY a',
    format: 'JSONEachRow',
  });
  return result.json();
}
const INSERT_JSON = { query: 'INSERT INTO t FORMAT JSONEachRow' };

describe('through the client', () => {
  it('arrays, with a summary of what was written', async () => {
    const values = [
      { a: 1, s: 'x' },
      { a: 2, s: 'y' },
    ];
    const { executed, summary } = await client.insert({
      table: 't',
      values,
      format: 'JSONEachRow',
    });
    expect(executed).toBe(true);
    expect(summary).toMatchObject({ written_rows: '2', read_rows: '2', result_rows: '2' });
    expect(await rows()).toEqual(values);
  });

  it('streams of objects, with and without gzip', async () => {
    for (const compressRequest of [false, true]) {
      const own = createClient({ url: server.url, compression: { request: compressRequest } });
      const stream = Readable.from(
        Array.from({ length: 20_000 }, (_, a) => ({ a, s: `row ${a}` })),
      );
      const { summary } = await own.insert({ table: 't', values: stream, format: 'JSONEachRow' });
      expect(summary?.written_rows).toBe('20000');
      await own.close();
    }
    const result = await client.query({
      query: 'SELECT count() AS c, uniqExact(s) AS u FROM t',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ c: 40_000, u: 20_000 }]);
  });

  it('columns, all of them but some, and other formats', async () => {
    await client.insert({
      table: 't',
      columns: ['s'],
      values: [['only s']],
      format: 'JSONCompactEachRow',
    });
    await client.insert({
      table: 't',
      columns: { except: ['s'] },
      values: [[5]],
      format: 'JSONCompactEachRow',
    });
    await client.insert({
      table: 't',
      values: Readable.from(['7\tseven\n', '8\teight\n'], { objectMode: false }),
      format: 'TabSeparated',
    });
    await client.insert({
      table: 't',
      values: Readable.from(['9,"a ""b"" c"\n'], { objectMode: false }),
      format: 'CSV',
    });
    await client.insert({
      table: 't',
      values: {
        meta: [
          { name: 'a', type: 'UInt64' },
          { name: 's', type: 'String' },
        ],
        data: [{ a: 10, s: 'doc' }],
      },
      format: 'JSON',
    });
    expect(await rows()).toEqual([
      { a: 0, s: 'only s' },
      { a: 5, s: '' },
      { a: 7, s: 'seven' },
      { a: 8, s: 'eight' },
      { a: 9, s: 'a "b" c' },
      { a: 10, s: 'doc' },
    ]);
  });

  it('VALUES and SELECT in the statement itself', async () => {
    const { summary } = await client.command({
      query: "INSERT INTO t VALUES (1, 'a;b\n\nc'), (1 + 1, upper('x'))",
    });
    expect(summary?.written_rows).toBe('2');
    const copied = await client.command({
      query: "INSERT INTO t (a, s) SELECT number + 10, 'n' FROM numbers(3)",
    });
    expect(copied.summary?.written_rows).toBe('3');
    expect((await rows()).slice(0, 2)).toEqual([
      { a: 1, s: 'a;b\n\nc' },
      { a: 2, s: 'X' },
    ]);
  });

  it('bytes that are already serialised, by exec', async () => {
    const body = Buffer.from('{"a":1,"s":"x"}\n{"a":2,"s":"y"}\n');
    const { stream, summary } = await client.exec({
      ...INSERT_JSON,
      values: Readable.from([body]),
    });
    stream.resume();
    expect(summary?.written_rows).toBe('2');
  });

  it('an empty body inserts nothing and is no error', async () => {
    const response = await post(server, INSERT_JSON);
    expect(response.status).toBe(200);
    expect(await rows()).toEqual([]);
  });
});

describe('data that looks like SQL', () => {
  const attack = "INSERT INTO t VALUES (99, 'injected')";
  const bodies: [name: string, body: string, expected: unknown[]][] = [
    [
      'pretty-printed JSON with blank lines',
      '{\n\n "a": 1,\n\n "s": "x"\n}\n\n{\n"a": 2, "s": "y"\n}',
      [
        { a: 1, s: 'x' },
        { a: 2, s: 'y' },
      ],
    ],
    [
      'blank lines inside a string',
      `{"a":1,"s":"one\n\n${attack}"}`,
      [{ a: 1, s: `one\n\n${attack}` }],
    ],
    [
      'a JSON array over lines',
      '[\n\n{"a":1,"s":"x"},\n\n{"a":2,"s":"y"}\n\n]\n\n',
      [
        { a: 1, s: 'x' },
        { a: 2, s: 'y' },
      ],
    ],
    ['leading blank lines', '\n\n\n{"a":1,"s":"x"}', [{ a: 1, s: 'x' }]],
    [
      'Windows line ends',
      '{"a":1,"s":"x"}\r\n\r\n{"a":2,"s":"y"}\r\n',
      [
        { a: 1, s: 'x' },
        { a: 2, s: 'y' },
      ],
    ],
    [
      'semicolons and quotes in values',
      '{"a":1,"s":"\'; DROP TABLE t; --"}',
      [{ a: 1, s: "'; DROP TABLE t; --" }],
    ],
  ];
  it.each(bodies)('%s', async (_, body, expected) => {
    const response = await post(server, INSERT_JSON, body);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await rows()).toEqual(expected);
  });

  it.each([
    [`{"a":1,"s":"x"}\n\n${attack}`],
    [`{"a":1,"s":"x"};\n${attack}`],
    [`{"a":1,"s":"x"}\n\n;${attack};`],
  ])('is never run: %j', async (body) => {
    for (const found of [
      await post(server, INSERT_JSON, body),
      await post(server, {}, `${INSERT_JSON.query}\n${body}`),
    ]) {
      expect(found.status).toBe(400);
    }
    expect(await rows()).not.toContainEqual({ a: 99, s: 'injected' });
  });

  it('CSV and TSV keep blank lines', async () => {
    await post(server, { query: 'INSERT INTO t FORMAT CSV' }, `1,"one\n\n${attack}"\n`);
    await post(server, { query: 'INSERT INTO t FORMAT TSV' }, `2\ttwo\n`);
    expect(await rows()).toEqual([
      { a: 1, s: `one\n\n${attack}` },
      { a: 2, s: 'two' },
    ]);
  });

  it('binary data passes unchanged', async () => {
    const everyByte = Buffer.from(Array.from({ length: 120 }, (_, index) => index));
    const row = Buffer.concat([Buffer.from([7, 0, 0, 0, 0, 0, 0, 0, everyByte.length]), everyByte]);
    const response = await post(server, { query: 'INSERT INTO t FORMAT RowBinary' }, row);
    expect(response.status).toBe(200);
    const result = await client.query({
      query: 'SELECT hex(s) AS h FROM t',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ h: everyByte.toString('hex').toUpperCase() }]);
  });

  it('statement and binary data in one body', async () => {
    const head = Buffer.from('INSERT INTO `t` (a, s) FORMAT RowBinary\n');
    const row = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 3, 0x0a, 0x0a, 0x3b]);
    expect((await post(server, {}, Buffer.concat([head, row]))).status).toBe(200);
    expect(await rows()).toEqual([{ a: 1, s: '\n\n;' }]);
  });
});

describe('what goes wrong', () => {
  it('a bad row stops the whole insert', async () => {
    const response = await post(
      server,
      INSERT_JSON,
      '{"a":1,"s":"x"}\n{"a":"no number","s":"y"}\n',
    );
    expect(response.status).toBe(400);
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('27');
    const text = await response.text();
    expect(text).toMatch(/^Code: 27\. DB::Exception: Cannot parse input: .*\(at row 2\)/s);
    expect(text).not.toContain('spool');
    expect(await rows()).toEqual([]);
  });

  it('a lone surrogate is rejected, or kept as text when asked', async () => {
    const body = '{"a":1,"s":"\\ud83d"}';
    const rejected = await post(server, INSERT_JSON, body);
    expect([rejected.status, rejected.headers.get('x-clickhouse-exception-code')]).toEqual([
      400,
      '25',
    ]);
    const setting = { input_format_json_throw_on_bad_escape_sequence: '0' };
    expect((await post(server, { ...INSERT_JSON, ...setting }, body)).status).toBe(200);
    expect(await rows()).toEqual([{ a: 1, s: '\\ud83d' }]);
  });

  it('broken gzip inserts nothing', async () => {
    const whole = gzipSync(Buffer.from('{"a":1,"s":"x"}\n'.repeat(1000)));
    const cut = whole.subarray(0, whole.length - 12);
    const response = await post(server, INSERT_JSON, cut, { 'Content-Encoding': 'gzip' });
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('354');
    expect(await rows()).toEqual([]);
  });

  it('an upload that breaks off inserts nothing and leaves no file', async () => {
    const upload = request(`${server.plainUrl}/?query=${encodeURIComponent(INSERT_JSON.query)}`, {
      method: 'POST',
      headers: server.headers,
    });
    upload.on('error', () => undefined);
    upload.write('{"a":1,"s":"x"}\n'.repeat(10_000));
    const spool = path.join(server.dataDir, 'spool');
    await waitUntil(async () => (await readdir(spool)).length === 1);
    upload.destroy();
    await waitUntil(async () => (await readdir(spool)).length === 0);
    expect(await rows()).toEqual([]);
  });

  it('an unknown table and a broken head', async () => {
    const unknown = await post(
      server,
      { query: 'INSERT INTO nowhere FORMAT JSONEachRow' },
      '{"a":1}',
    );
    expect([unknown.status, unknown.headers.get('x-clickhouse-exception-code')]).toEqual([
      404,
      '60',
    ]);
    const broken = await post(server, { query: 'INSERT INTO t (a FORMAT JSONEachRow' }, '{"a":1}');
    expect([broken.status, broken.headers.get('x-clickhouse-exception-code')]).toEqual([400, '62']);
  });
});

it('counts what materialised views write', async () => {
  await client.command({ query: 'CREATE TABLE copy (a UInt64) ENGINE = MergeTree ORDER BY a' });
  await client.command({ query: 'CREATE MATERIALIZED VIEW mv TO copy AS SELECT a FROM t' });
  const { summary } = await client.insert({
    table: 't',
    values: [{ a: 1 }, { a: 2 }],
    format: 'JSONEachRow',
  });
  expect(summary?.written_rows).toBe('4');
});
