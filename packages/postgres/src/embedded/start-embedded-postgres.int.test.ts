import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, processesIn } from '@tidemark/platform';
import { Client } from 'pg';
import type { EmbeddedPostgresOptions } from './start-embedded-postgres';
import { startEmbeddedPostgres } from './start-embedded-postgres';

const logger = createLogger('test', 'silent');
/** A folder that only the current user can enter, like a clone below /root. */
let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tidemark-postgres-'));
  chmodSync(parent, 0o700);
  dataDir = join(parent, 'data');
  mkdirSync(dataDir);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const start = (options: Partial<EmbeddedPostgresOptions> = {}) =>
  startEmbeddedPostgres({ dataDir, password: 'p@ss w/rd', logger, ...options });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = (): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);

const servers: [string, Partial<EmbeddedPostgresOptions>][] = [
  ['an installed server', {}],
  ["npm's binaries", { installed: [] }],
];

describe.each(servers)('startEmbeddedPostgres with %s', (_name, options) => {
  it('keeps committed data after kill -9, below a private folder, on the same port', async () => {
    const first = await start(options);
    await query(first.url, 'CREATE TABLE t AS SELECT 42 AS a');
    process.kill(postmaster(), 'SIGKILL');
    expect((await first.exited).code).toBe(137);

    const second = await start({ ...options, port: first.port });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT a FROM t')).toEqual([{ a: 42 }]);
    expect(await second.stop()).toEqual({ code: 0, signal: null });
    expect(processesIn(join(dataDir, 'postgres/data'), 'postgres')).toEqual([]);
  });
});

describe('startEmbeddedPostgres', () => {
  it('never runs as root, and listens for the password holder on loopback only', async () => {
    const postgres = await start();
    const settings = await query(
      postgres.url,
      "SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'unix_socket_directories', 'fsync') ORDER BY 1",
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
    const wrong = postgres.url.replace(/:[^:@]*@/, ':wrong@');
    await expect(query(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(`/proc/${postmaster()}`).uid).not.toBe(0);
    await postgres.stop();
  });

  it('starts although the lock file of a crash has the id of a running process', async () => {
    await (await start()).stop();
    // The process runs as the server's own user, because the server ignores processes of other users.
    const { uid, gid } = statSync(join(dataDir, 'postgres/data'));
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), `${String(stranger.pid)}\n`);
    const again = await start();
    expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await again.stop();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  it('starts after a first start that was killed half-way', async () => {
    mkdirSync(join(dataDir, 'postgres/unfinished/base'), { recursive: true });
    const postgres = await start();
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await postgres.stop();
  });

  it('stops a server that an earlier start left running', async () => {
    const left = await start();
    const pid = postmaster();
    const again = await start();
    expect((await left.exited).code).toBe(0);
    expect(postmaster()).not.toBe(pid);
    await again.stop();
  });

  it('rejects data of another major version in one line', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/^the data directory was written by PostgreSQL 9, /);
  });

  it('reports that the stored password does not match the data', async () => {
    await (await start()).stop();
    await expect(start({ password: 'other' })).rejects.toThrow(/come from different installations/);
  });
});
