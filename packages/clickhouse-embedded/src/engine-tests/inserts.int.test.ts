import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createClient } from '@clickhouse/client';
import { waitUntil } from '@tidemark/testing';
import { post } from '../test-support/test-server';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { INSERT_JSON, insertScene } from '../test-support/insert-scene';

const scene = insertScene((url) => createClient({ url, log: { level: 127 } }));
const { rows } = scene;

describe('through the client', () => {
  it('arrays, with a summary of the written values', async () => {
    const values = [
      { a: 1, s: 'x' },
      { a: 2, s: 'y' },
    ];
    const { executed, summary } = await scene.client.insert({
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
      const own = createClient({
        url: scene.server.url,
        compression: { request: compressRequest },
      });
      const stream = Readable.from(
        Array.from({ length: 20_000 }, (_, a) => ({ a, s: `row ${a}` })),
      );
      const { summary } = await own.insert({ table: 't', values: stream, format: 'JSONEachRow' });
      expect(summary?.written_rows).toBe('20000');
      await own.close();
    }
    const result = await scene.client.query({
      query: 'SELECT count() AS c, uniqExact(s) AS u FROM t',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ c: 40_000, u: 20_000 }]);
  });

  it('some columns, all columns except some, and other formats', async () => {
    await scene.client.insert({
      table: 't',
      columns: ['s'],
      values: [['only s']],
      format: 'JSONCompactEachRow',
    });
    await scene.client.insert({
      table: 't',
      columns: { except: ['s'] },
      values: [[5]],
      format: 'JSONCompactEachRow',
    });
    await scene.client.insert({
      table: 't',
      values: Readable.from(['7\tseven\n', '8\teight\n'], { objectMode: false }),
      format: 'TabSeparated',
    });
    await scene.client.insert({
      table: 't',
      values: Readable.from(['9,"a ""b"" c"\n'], { objectMode: false }),
      format: 'CSV',
    });
    await scene.client.insert({
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
    const { summary } = await scene.client.command({
      query: "INSERT INTO t VALUES (1, 'a;b\n\nc'), (1 + 1, upper('x'))",
    });
    expect(summary?.written_rows).toBe('2');
    const copied = await scene.client.command({
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
    const { stream, summary } = await scene.client.exec({
      ...INSERT_JSON,
      values: Readable.from([body]),
    });
    stream.resume();
    expect(summary?.written_rows).toBe('2');
  });

  it('an empty body inserts nothing and is not an error', async () => {
    const response = await post(scene.server, INSERT_JSON);
    expect(response.status).toBe(200);
    expect(await rows()).toEqual([]);
  });
});

describe('errors', () => {
  it('an invalid row rejects the whole insert', async () => {
    const response = await post(
      scene.server,
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

  it('a lone surrogate is rejected, or kept as text with a setting', async () => {
    const body = '{"a":1,"s":"\\ud83d"}';
    const rejected = await post(scene.server, INSERT_JSON, body);
    expect([rejected.status, rejected.headers.get('x-clickhouse-exception-code')]).toEqual([
      400,
      '25',
    ]);
    const setting = { input_format_json_throw_on_bad_escape_sequence: '0' };
    expect((await post(scene.server, { ...INSERT_JSON, ...setting }, body)).status).toBe(200);
    expect(await rows()).toEqual([{ a: 1, s: '\\ud83d' }]);
  });

  it('broken gzip inserts nothing', async () => {
    const whole = gzipSync(Buffer.from('{"a":1,"s":"x"}\n'.repeat(1000)));
    const cut = whole.subarray(0, whole.length - 12);
    const response = await post(scene.server, INSERT_JSON, cut, { 'Content-Encoding': 'gzip' });
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('354');
    expect(await rows()).toEqual([]);
  });

  it('an interrupted upload inserts nothing and leaves no file', async () => {
    const upload = request(
      `${scene.server.plainUrl}/?query=${encodeURIComponent(INSERT_JSON.query)}`,
      {
        method: 'POST',
        headers: scene.server.headers,
      },
    );
    upload.on('error', () => undefined);
    upload.write('{"a":1,"s":"x"}\n'.repeat(10_000));
    const spool = path.join(scene.server.dataDir, 'spool');
    await waitUntil(async () => (await readdir(spool)).length === 1);
    upload.destroy();
    await waitUntil(async () => (await readdir(spool)).length === 0);
    expect(await rows()).toEqual([]);
  });

  it('an unknown table and a broken head', async () => {
    const unknown = await post(
      scene.server,
      { query: 'INSERT INTO nowhere FORMAT JSONEachRow' },
      '{"a":1}',
    );
    expect([unknown.status, unknown.headers.get('x-clickhouse-exception-code')]).toEqual([
      404,
      '60',
    ]);
    const broken = await post(
      scene.server,
      { query: 'INSERT INTO t (a FORMAT JSONEachRow' },
      '{"a":1}',
    );
    expect([broken.status, broken.headers.get('x-clickhouse-exception-code')]).toEqual([400, '62']);
  });
});

it('counts what materialised views write', async () => {
  await scene.client.command({
    query: 'CREATE TABLE copy (a UInt64) ENGINE = MergeTree ORDER BY a',
  });
  await scene.client.command({ query: 'CREATE MATERIALIZED VIEW mv TO copy AS SELECT a FROM t' });
  const { summary } = await scene.client.insert({
    table: 't',
    values: [{ a: 1 }, { a: 2 }],
    format: 'JSONEachRow',
  });
  expect(summary?.written_rows).toBe('4');
});
