import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { clickhouseServerCommand } from '../command';
import { startEmbeddedClickHouse, type EmbeddedClickHouse, type ServerExit } from '../start';
import { waitUntil } from '@tidemark/testing';

let parent: string;
let dataDir: string;
let clients: ClickHouseClient[] = [];

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'clickhouse-embedded-'));
  dataDir = path.join(parent, 'data');
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await rm(parent, { recursive: true, force: true });
});

function connect(server: EmbeddedClickHouse): ClickHouseClient {
  const client = createClient({ url: server.url, log: { level: 127 } });
  clients.push(client);
  return client;
}
function exitOf(server: EmbeddedClickHouse): Promise<ServerExit> {
  return new Promise((resolve) => server.onExit(resolve));
}
async function count(client: ClickHouseClient): Promise<number> {
  const result = await client.query({ query: 'SELECT count() AS c FROM t', format: 'JSONEachRow' });
  return (await result.json<{ c: number }>())[0]?.c ?? -1;
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
const TABLE = 'CREATE TABLE IF NOT EXISTS t (a UInt32) ENGINE = MergeTree ORDER BY a';
const LONG =
  'SELECT sum(sleepEachRow(0.5)) FROM numbers(1000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0';

it('has all data after a stop', async () => {
  for (let start = 0; start < 3; start += 1) {
    const server = await startEmbeddedClickHouse({ dataDir });
    const client = connect(server);
    await client.command({ query: TABLE });
    expect(await count(client)).toBe(start);
    await client.insert({ table: 't', values: [{ a: start }], format: 'JSONEachRow' });
    const exit = exitOf(server);
    await server.stop();
    expect(await exit).toEqual({ code: 0, signal: null });
  }
});

it('loses no acknowledged data when it is killed', async () => {
  let acknowledged = 0;
  for (let start = 0; start < 3; start += 1) {
    const server = await startEmbeddedClickHouse({ dataDir });
    const client = connect(server);
    await client.command({ query: TABLE });
    const found = await count(client);
    expect(found).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = found;
    const insert = async (): Promise<void> => {
      for (;;) {
        const values = Array.from({ length: 100 }, (_, a) => ({ a }));
        await client.insert({ table: 't', values, format: 'JSONEachRow' });
        acknowledged += 100;
      }
    };
    const inserting = [insert(), insert()].map((loop) => loop.catch(() => undefined));
    await waitUntil(() => Promise.resolve(acknowledged > found + 2000));
    server.kill();
    await Promise.all(inserting);
  }
});

it('SIGTERM kills reads, lets inserts finish and exits with 0', async () => {
  const server = await startEmbeddedClickHouse({ dataDir });
  const client = connect(server);
  await client.command({ query: TABLE });
  const read = client
    .query({ query: LONG, format: 'JSONEachRow', query_id: 'long' })
    .catch(() => 'killed');
  const write = client.command({
    query:
      'INSERT INTO t SELECT sleepEachRow(0.2) + number FROM numbers(5) SETTINGS max_block_size = 1',
    query_id: 'insert',
  });
  await waitUntil(async () => {
    const query = "SELECT count() AS c FROM system.processes WHERE query_id IN ('long', 'insert')";
    const result = await client.query({ query, format: 'JSONEachRow' });
    return (await result.json<{ c: number }>())[0]?.c === 2;
  });
  const exit = exitOf(server);
  const stopped = server.stop();
  expect(await read).toBe('killed');
  await write;
  await stopped;
  expect(await exit).toEqual({ code: 0, signal: null });

  const again = await startEmbeddedClickHouse({ dataDir });
  expect(await count(connect(again))).toBe(5);
  await again.stop();
});

it('stops when its parent process dies', async () => {
  const server = clickhouseServerCommand({ dataDir });
  // A process that starts the server, returns the pid of the server and is then killed.
  const script = `
    const child = require('node:child_process').spawn(process.argv[1], [process.argv[2]], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    child.stdin.write(process.argv[3]);
    child.stdout.once('data', () => process.stdout.write(String(child.pid)));
    setInterval(() => undefined, 1000);`;
  const between = spawn(process.execPath, [
    '-e',
    script,
    server.command,
    ...server.args,
    server.stdin,
  ]);
  const [output] = (await once(between.stdout, 'data')) as [Buffer];
  const pid = Number(output.toString());
  expect(isAlive(pid)).toBe(true);
  between.kill('SIGKILL');
  await waitUntil(() => Promise.resolve(!isAlive(pid)));
});

it('a second server on the same directory ends with an error; the first is not affected', async () => {
  const server = await startEmbeddedClickHouse({ dataDir });
  const client = connect(server);
  await client.command({ query: TABLE });
  await expect(startEmbeddedClickHouse({ dataDir })).rejects.toThrow(
    /^clickhouse-embedded ended \(1\): .*Another process uses the folder/s,
  );
  await client.insert({ table: 't', values: [{ a: 1 }], format: 'JSONEachRow' });
  expect(await count(client)).toBe(1);
  await server.stop();
});

it.each([
  [{ port: 70_000 }, 'Option port must be a whole number'],
  [{ readSlots: 0 }, 'Option readSlots must be a whole number'],
  [{ nonsense: 1 }, 'Unknown option: nonsense'],
])('%j is rejected with one line', async (options, message) => {
  await expect(startEmbeddedClickHouse({ dataDir, ...options })).rejects.toThrow(message);
});

it('passes the log lines of the server on', async () => {
  const lines: string[] = [];
  const server = await startEmbeddedClickHouse({ dataDir }, (line) => lines.push(line));
  await server.stop();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ msg: 'stopping', reason: 'SIGTERM' }),
  );
});

it('a port in use is rejected with one line', async () => {
  const server = await startEmbeddedClickHouse({ dataDir });
  const other = path.join(parent, 'other');
  await expect(startEmbeddedClickHouse({ dataDir: other, port: server.port })).rejects.toThrow(
    'EADDRINUSE',
  );
  await server.stop();
});

it('keeps the password out of its arguments and the memory limit in force', async () => {
  const options = { dataDir, password: 'very secret', memoryLimitBytes: 700_000_000 };
  expect(JSON.stringify(clickhouseServerCommand(options).args)).not.toContain('secret');
  const server = await startEmbeddedClickHouse(options);
  const result = await connect(server).query({
    query: "SELECT value FROM system.server_settings WHERE name = 'max_server_memory_usage'",
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([{ value: '700000000' }]);
  await server.stop();
});
