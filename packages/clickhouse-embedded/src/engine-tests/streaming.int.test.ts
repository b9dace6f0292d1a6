import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { waitUntil } from '@tidemark/testing';
import { post, startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let plain: ClickHouseClient;
let gzip: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer();
  plain = createClient({ url: server.url, log: { level: 127 } });
  const compression = { request: true, response: true };
  gzip = createClient({ url: server.url, compression, log: { level: 127 } });
});
afterAll(async () => {
  await plain.close();
  await gzip.close();
  await server.dispose();
});

async function runningQueries(): Promise<string[]> {
  const result = await plain.query({
    query: "SELECT query_id FROM system.processes WHERE query NOT LIKE '%system.processes%'",
    format: 'JSONEachRow',
  });
  return (await result.json<{ query_id: string }>()).map((row) => row.query_id);
}
const ENDLESS = 'SELECT number FROM system.numbers';
const LONG =
  'SELECT sum(sleepEachRow(0.5)) FROM numbers(1000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0';

describe.each([
  ['plain', () => plain],
  ['gzip', () => gzip],
])('%s', (name, client) => {
  it('a million rows arrive in many pieces, complete and in order', async () => {
    const query = 'SELECT number AS n FROM numbers(1000000) SETTINGS max_threads = 1';
    const result = await client().query({ query, format: 'JSONEachRow' });
    let pieces = 0;
    let next = 0;
    for await (const rows of result.stream<{ n: number }>()) {
      pieces += 1;
      for (const row of rows) {
        if (row.json<{ n: number }>().n !== next) throw new Error(`Expected row ${next}`);
        next += 1;
      }
    }
    expect(next).toBe(1_000_000);
    expect(pieces).toBeGreaterThan(10);
  });

  it('the reader gets an error after the first megabyte with its code', async () => {
    const query =
      'SELECT throwIf(number = 900000) AS x FROM numbers(1000000) SETTINGS max_block_size = 10000, max_threads = 1';
    const result = await client().query({ query, format: 'JSONEachRow' });
    expect(result.response_headers['x-clickhouse-exception-tag']).toMatch(/^[a-z]{16}$/);
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const piece of result.stream()) rows += piece.length;
    };
    await expect(read()).rejects.toMatchObject({
      code: '395',
      type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO',
    });
    expect(rows).toBeGreaterThan(10_000);
  });

  it('an error before that has its own status', async () => {
    const query =
      'SELECT throwIf(number = 5000) FROM numbers(10000) SETTINGS max_block_size = 1000, max_threads = 1';
    await expect(client().query({ query, format: 'JSONEachRow' })).rejects.toMatchObject({
      code: '395',
    });
  });

  it('an endless result that is read in part is stopped in the engine', async () => {
    const query_id = `part-${name}`;
    const result = await client().query({ query: ENDLESS, format: 'JSONEachRow', query_id });
    for await (const rows of result.stream()) if (rows.length > 0) break;
    result.close();
    await waitUntil(async () => !(await runningQueries()).includes(query_id));
  });

  it('abort_signal stops a query that has no response yet', async () => {
    const query_id = `abort-${name}`;
    const controller = new AbortController();
    const asked = client().query({
      query: LONG,
      format: 'JSONEachRow',
      query_id,
      abort_signal: controller.signal,
    });
    const rejected = expect(asked).rejects.toThrow('aborted');
    await waitUntil(async () => (await runningQueries()).includes(query_id));
    controller.abort();
    await rejected;
    await waitUntil(async () => !(await runningQueries()).includes(query_id));
  });
});

it('a truncated document is never considered complete', async () => {
  const query =
    'SELECT throwIf(number = 900000) AS x FROM numbers(1000000) SETTINGS max_block_size = 10000, max_threads = 1';
  for (const format of ['JSON', 'CSV', 'TabSeparated'] as const) {
    const result = await plain.query({ query, format });
    await expect(result.text()).rejects.toThrow();
  }
});

it('every error has its own status with wait_end_of_query', async () => {
  const sql =
    'SELECT throwIf(number = 900000) AS x FROM numbers(1000000) SETTINGS max_block_size = 10000, max_threads = 1';
  const late = await post(server, { wait_end_of_query: '1' }, sql);
  expect([late.status, late.headers.get('x-clickhouse-exception-code')]).toEqual([500, '395']);
  await late.text();
  const fine = await post(server, { wait_end_of_query: '1' }, 'SELECT number FROM numbers(500000)');
  expect((await fine.text()).length).toBe(3_388_890);
});

it('a slow scalar sub-query does not block the server', async () => {
  const slow = plain.query({
    query: 'SELECT (SELECT sum(sleepEachRow(0.5)) FROM numbers(6)) AS s',
    format: 'JSONEachRow',
  });
  let slowIsDone = false;
  const done = slow.then(() => (slowIsDone = true));
  for (let count = 0; count < 5; count += 1) expect((await plain.ping()).success).toBe(true);
  expect(slowIsDone).toBe(false);
  await done;
});

it('a client that reads nothing pauses its query, but no others', async () => {
  const result = await plain.query({
    query: ENDLESS,
    format: 'JSONEachRow',
    query_id: 'slow-reader',
  });
  for (let count = 0; count < 10; count += 1) {
    const found = await plain.query({ query: 'SELECT 1 AS a', format: 'JSONEachRow' });
    expect(await found.json()).toEqual([{ a: 1 }]);
  }
  result.close();
  await waitUntil(async () => !(await runningQueries()).includes('slow-reader'));
});
