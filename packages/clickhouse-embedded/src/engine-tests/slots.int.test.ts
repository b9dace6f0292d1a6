import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { waitUntil } from '@tidemark/testing';
import { startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer({ readSlots: 3, writeSlots: 2 });
  client = createClient({ url: server.url, log: { level: 127 }, max_open_connections: 50 });
  await client.command({ query: 'CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a' });
});
afterAll(async () => {
  await client.close();
  await server.dispose();
});

const SLEEP =
  'SELECT sleepEachRow(0.5) FROM numbers(1000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0';

async function ask(query: string, query_id?: string): Promise<unknown[]> {
  const result = await client.query({
    query,
    format: 'JSONEachRow',
    ...(query_id === undefined ? {} : { query_id }),
  });
  return result.json();
}
async function sleeping(): Promise<string[]> {
  const rows = await ask("SELECT query_id FROM system.processes WHERE query_id LIKE 'sleep-%'");
  return (rows as { query_id: string }[]).map((row) => row.query_id);
}

it('reads beyond their slots wait; inserts, DDL and pings do not', async () => {
  const sleepers = Array.from({ length: 8 }, (_, index) =>
    ask(SLEEP, `sleep-${index}`).catch(() => []),
  );
  await waitUntil(async () => (await sleeping()).length === 3);

  expect((await client.ping()).success).toBe(true);
  await client.insert({ table: 't', values: [{ a: 1 }], format: 'JSONEachRow' });
  await client.command({ query: 'CREATE TABLE other (a UInt8) ENGINE = Memory' });
  expect(await sleeping()).toHaveLength(3);

  for (let round = 0; round < 8; round += 1) {
    await client.command({ query: `KILL QUERY WHERE query_id = 'sleep-${round}'` });
  }
  await Promise.all(sleepers);
  expect(await ask('SELECT count() AS c FROM t')).toEqual([{ c: 1 }]);
});

it('each of many concurrent queries gets its own response', async () => {
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => ask(`SELECT ${index} AS a`)),
  );
  expect(responses).toEqual(Array.from({ length: 100 }, (_, index) => [{ a: index }]));
});

it('many inserts at once are all written', async () => {
  const before = (await ask('SELECT count() AS c FROM t')) as [{ c: number }];
  await Promise.all(
    Array.from({ length: 40 }, (_, batch) =>
      client.insert({
        table: 't',
        values: Array.from({ length: 50 }, (_, row) => ({ a: batch * 50 + row })),
        format: 'JSONEachRow',
      }),
    ),
  );
  expect(await ask('SELECT count() AS c FROM t')).toEqual([{ c: before[0].c + 2000 }]);
});

it('a slot is released after errors, aborts and clients that disconnect while they wait', async () => {
  for (let index = 0; index < 10; index += 1) {
    await expect(ask('SELECT throwIf(1)')).rejects.toMatchObject({ code: '395' });
    await expect(ask('SELEC')).rejects.toMatchObject({ code: '62' });
    await expect(
      client.query({ query: 'SELECT 1', clickhouse_settings: { readonly: 'x' } }),
    ).rejects.toThrow();
  }
  const controllers = Array.from({ length: 12 }, () => new AbortController());
  const asked = controllers.map(({ signal }, index) =>
    client
      .query({
        query: SLEEP,
        format: 'JSONEachRow',
        query_id: `sleep-${index}`,
        abort_signal: signal,
      })
      .catch(() => 'gone'),
  );
  await waitUntil(async () => (await sleeping()).length === 3);
  for (const controller of controllers) controller.abort();
  expect(await Promise.all(asked)).toEqual(controllers.map(() => 'gone'));
  await waitUntil(async () => (await sleeping()).length === 0);
  expect(await ask('SELECT 1 AS a')).toEqual([{ a: 1 }]);
});

it('no slot is lost when clients disconnect at any time', async () => {
  const leave = async (delayMs: number): Promise<void> => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), delayMs);
    const query = 'SELECT number FROM system.numbers';
    await client.query({ query, format: 'JSONEachRow', abort_signal: controller.signal }).then(
      (result) => result.close(),
      () => undefined,
    );
  };
  for (let delay = 0; delay < 12; delay += 0.25) {
    await Promise.all([leave(delay), leave(delay + 0.1), leave(delay + 0.2)]);
  }
  expect(await ask('SELECT 1 AS a')).toEqual([{ a: 1 }]);
});
