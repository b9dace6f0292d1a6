import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { waitUntil } from '@tidemark/testing';
import { startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer({ readSlots: 2 });
  client = createClient({ url: server.url, log: { level: 127 } });
});
afterAll(async () => {
  await client.close();
  await server.dispose();
});

const LONG =
  'SELECT sum(sleepEachRow(0.5)) FROM numbers(1000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0';

async function ask<Row>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' });
  return result.json<Row>();
}
async function isRunning(id: string): Promise<boolean> {
  const query = 'SELECT count() AS c FROM system.processes WHERE query_id = {id:String}';
  return (await ask<{ c: number }>(query, { id }))[0]?.c === 1;
}
/** Starts a long query and waits until the engine runs it. `code` resolves with the code with which it ends. */
async function startLong(query_id: string): Promise<{ code: Promise<string> }> {
  const asked = client.query({ query: LONG, format: 'JSONEachRow', query_id });
  const code = asked.then(
    () => 'ended by itself',
    (error: unknown) => String((error as { code?: string }).code),
  );
  await waitUntil(() => isRunning(query_id));
  return { code };
}

it.each([
  ["KILL QUERY WHERE query_id = '%'"],
  ["KILL QUERY WHERE query_id = '%' ASYNC"],
  ["KILL QUERY WHERE query_id = '%' SYNC"],
  ["kill query where query_id in ('%', 'other') sync"],
  ["KILL QUERY WHERE user = currentUser() AND `query_id` LIKE '%' ASYNC"],
])('%s', async (kill) => {
  const id = 'to-be-killed';
  const { code } = await startLong(id);
  await client.command({ query: kill.replace('%', id) });
  expect(await code).toBe('394');
  await waitUntil(async () => !(await isRunning(id)));
});

it('by a parameter, and with ids full of special characters', async () => {
  const id = "it's */ a \\ strange % ~ (id)! \u00e9";
  const { code } = await startLong(id);
  await client.command({
    query: 'KILL QUERY WHERE query_id = {id:String}',
    query_params: { id },
  });
  expect(await code).toBe('394');
});

it('ends a statement with parameters, whose text the engine prints again', async () => {
  const asked = client.query({
    query: LONG.replace('0.5', '{pause:Float64}'),
    query_params: { pause: 0.5 },
    clickhouse_settings: { log_comment: 'of the caller' },
    query_id: 'with-parameters',
  });
  const rejected = expect(asked).rejects.toMatchObject({ code: '394' });
  await waitUntil(() => isRunning('with-parameters'));
  await client.command({ query: "KILL QUERY WHERE query_id = 'with-parameters'" });
  await rejected;
  await waitUntil(async () => !(await isRunning('with-parameters')));
});

it('does not end other queries', async () => {
  const victim = await startLong('victim');
  const bystander = await startLong('victim-2');
  await client.command({ query: "KILL QUERY WHERE query_id = 'victim' SYNC" });
  expect(await victim.code).toBe('394');
  expect(await isRunning('victim-2')).toBe(true);
  await client.command({ query: "KILL QUERY WHERE query_id = 'victim-2' SYNC" });
  expect(await bystander.code).toBe('394');
});

it('ends a query that waits for a slot', async () => {
  const running = [await startLong('first'), await startLong('second')];
  const waiting = client.query({ query: 'SELECT 1', query_id: 'waiting' });
  const rejected = expect(waiting).rejects.toMatchObject({ code: '394' });
  // Waits until the query has arrived, which is when a second query with its id is rejected.
  await waitUntil(async () => {
    const twin = await client
      .query({ query: 'SELECT 1', query_id: 'waiting' })
      .catch((error: unknown) => error);
    return (twin as { code?: string }).code === '216';
  });
  await client.command({ query: "KILL QUERY WHERE query_id = 'waiting'" });
  await rejected;
  for (const id of ['first', 'second']) {
    await client.command({ query: `KILL QUERY WHERE query_id = '${id}'` });
  }
  for (const { code } of running) expect(await code).toBe('394');
});

it('needs no free slot, and neither does a query of system.processes', async () => {
  const running = [await startLong('one'), await startLong('two')];
  const rows = await ask<{ query_id: string; query: string }>(
    'SELECT query_id, query, read_rows, elapsed FROM system.processes ORDER BY query_id',
  );
  expect(rows.map((row) => row.query_id)).toEqual(expect.arrayContaining(['one', 'two']));
  expect(rows.find((row) => row.query_id === 'one')?.query).toContain('/*qid:one*/');
  await client.command({ query: "KILL QUERY WHERE query_id IN ('one', 'two')" });
  for (const { code } of running) expect(await code).toBe('394');
});

it('an id can be used again after its query, but not during', async () => {
  const { code } = await startLong('again');
  await expect(client.query({ query: 'SELECT 1', query_id: 'again' })).rejects.toMatchObject({
    code: '216',
  });
  await client.command({ query: "KILL QUERY WHERE query_id = 'again' SYNC" });
  await code;
  const result = await client.query({
    query: 'SELECT 1 AS a',
    query_id: 'again',
    format: 'JSONEachRow',
  });
  expect(result.query_id).toBe('again');
  expect(await result.json()).toEqual([{ a: 1 }]);
});

it('an INSERT ... SELECT can be killed too', async () => {
  await client.command({ query: 'CREATE TABLE slow (a UInt8) ENGINE = Memory' });
  const insert = client.command({
    query:
      'INSERT INTO slow SELECT sleepEachRow(0.5) FROM numbers(1000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0',
    query_id: 'slow-insert',
  });
  const rejected = expect(insert).rejects.toMatchObject({ code: '394' });
  await waitUntil(() => isRunning('slow-insert'));
  await client.command({ query: "KILL QUERY WHERE query_id = 'slow-insert'" });
  await rejected;
});
