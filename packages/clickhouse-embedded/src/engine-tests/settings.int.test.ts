import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { BASELINE_SETTINGS } from '../server/settings';
import { post, startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient({ url: server.url, log: { level: 127 } });
  await client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = Memory' });
});
afterAll(async () => {
  await client.close();
  await server.dispose();
});

async function ask(
  query: string,
  clickhouse_settings: ClickHouseSettings = {},
): Promise<unknown[]> {
  return (await client.query({ query, clickhouse_settings, format: 'JSONEachRow' })).json();
}
const MAX_THREADS = "SELECT getSetting('max_threads') AS v";

describe('settings of a request', () => {
  it('apply to this request only', async () => {
    expect(await ask(MAX_THREADS, { max_threads: 7 })).toEqual([{ v: 7 }]);
    expect(await ask(MAX_THREADS)).not.toEqual([{ v: 7 }]);
    const responses = await Promise.all(
      [3, 4, 5, 6, 7, 8].map((max_threads) => ask(MAX_THREADS, { max_threads })),
    );
    expect(responses).toEqual([3, 4, 5, 6, 7, 8].map((v) => [{ v }]));
  });

  it('SET and temporary tables end with the request', async () => {
    await client.command({ query: 'SET max_threads = 9' });
    expect(await ask(MAX_THREADS)).not.toEqual([{ v: 9 }]);
    await client.command({ query: 'CREATE TEMPORARY TABLE temporary (a UInt8)' });
    await expect(ask('SELECT * FROM temporary')).rejects.toMatchObject({ code: '60' });
  });

  it('an unknown one, a malformed name and a value of the wrong type are rejected', async () => {
    const code = async (
      parameters: Record<string, string>,
    ): Promise<(number | string | null)[]> => {
      const response = await post(server, parameters, 'SELECT 1');
      return [response.status, response.headers.get('x-clickhouse-exception-code')];
    };
    expect(await code({ no_such_setting: '1' })).toEqual([404, '115']);
    expect(await code({ 'max_threads = 1; DROP TABLE t; SET x': '1' })).toEqual([404, '115']);
    expect((await code({ max_threads: 'many' }))[0]).toBe(400);
    expect(await ask('EXISTS TABLE t')).toEqual([{ result: 1 }]);
  });

  it('values are text, never SQL', async () => {
    const log_comment = '\'; DROP TABLE t; -- \\ \n "';
    // The comment begins with the id by which the statement can be stopped.
    expect(
      await ask(
        "SELECT substring(getSetting('log_comment'), position(getSetting('log_comment'), '*/ ') + 3) AS v",
        { log_comment },
      ),
    ).toEqual([{ v: log_comment }]);
  });

  it.each([...BASELINE_SETTINGS])('%s is %s unless the request sets it', async (name, value) => {
    const [row] = await ask(`SELECT toString(getSetting('${name}')) AS v`);
    expect(['0', 'false'].includes(value) ? ['0', 'false'] : ['1', 'true', value]).toContain(
      (row as { v: string }).v,
    );
  });

  it('only the baseline differs from the defaults of a server of this version', async () => {
    const changed = (await ask(
      'SELECT name, value, default FROM system.settings WHERE changed',
    )) as { name: string; value: string; default: string }[];
    const unexplained = changed.filter(
      // The comment contains the id of the statement.
      ({ name, value, default: standard }) =>
        value !== standard && !BASELINE_SETTINGS.has(name) && name !== 'log_comment',
    );
    expect(unexplained).toEqual([]);
  });
});

describe('read-only', () => {
  const forbidden = [
    'INSERT INTO t VALUES (1)',
    'DROP TABLE t',
    'CREATE TABLE u (a UInt8) ENGINE = Memory',
    'TRUNCATE TABLE t',
    'ALTER TABLE t DELETE WHERE 1',
  ];
  it.each(forbidden)('readonly = 1 and 2 reject %s', async (query) => {
    for (const readonly of ['1', '2'] as const) {
      await expect(
        client.command({ query, clickhouse_settings: { readonly } }),
      ).rejects.toMatchObject({ code: '164' });
    }
  });

  it('readonly = 1 allows other settings beside it, but none in the statement', async () => {
    expect(await ask(MAX_THREADS, { readonly: '1', max_threads: 3 })).toEqual([{ v: 3 }]);
    await expect(
      ask(`${MAX_THREADS} SETTINGS max_threads = 4`, { readonly: '1' }),
    ).rejects.toMatchObject({ code: '164' });
    await expect(
      ask("SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')", { readonly: '1' }),
    ).rejects.toMatchObject({ code: '164' });
    expect(await ask(`${MAX_THREADS} SETTINGS max_threads = 4`, { readonly: '2' })).toEqual([
      { v: 4 },
    ]);
  });

  it('GET may only read', async () => {
    const get = (query: string): Promise<Response> =>
      fetch(`${server.plainUrl}/?query=${encodeURIComponent(query)}`, { headers: server.headers });
    expect(await (await get('SELECT 5')).text()).toBe('5\n');
    const rejected = await get('INSERT INTO t VALUES (1)');
    expect(rejected.headers.get('x-clickhouse-exception-code')).toBe('164');
  });
});

describe('database', () => {
  it('is set by the request', async () => {
    await client.command({ query: 'CREATE DATABASE other' });
    await client.command({ query: 'CREATE TABLE other.only_here (a UInt8) ENGINE = Memory' });
    const other = createClient({ url: server.url, database: 'other' });
    const result = await other.query({
      query: 'SELECT currentDatabase() AS d, count() AS c FROM only_here',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ d: 'other', c: 0 }]);
    await other.close();
    expect(await ask('SELECT currentDatabase() AS d')).toEqual([{ d: 'default' }]);
  });

  it('an unknown one is code 81', async () => {
    const response = await post(server, { database: 'no`where' }, 'SELECT 1');
    expect([response.status, response.headers.get('x-clickhouse-exception-code')]).toEqual([
      404,
      '81',
    ]);
  });
});

it('the time zone is UTC on every machine', async () => {
  expect(await ask('SELECT timezone() AS z, toString(toDateTime(0)) AS t')).toEqual([
    { z: 'UTC', t: '1970-01-01 00:00:00' },
  ]);
});
