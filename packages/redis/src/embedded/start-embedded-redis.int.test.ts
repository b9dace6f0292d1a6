import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, signalProcess } from '@tidemark/platform';
import Redis from 'ioredis';
import { ping } from './ping';
import { startEmbeddedRedis } from './start-embedded-redis';
import { unpackDebianRedis } from './unpack-debian-redis';
import { redisVersion } from './find-redis-server';

const logger = createLogger('test', 'silent');
const searchPath = process.env['PATH'] ?? '';
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidemark-redis-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function withClient<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { protocol: 2 });
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}

const enginePid = (): number => Number(readFileSync(join(dataDir, 'redis/redis.pid'), 'utf8'));

describe('startEmbeddedRedis', () => {
  it('keeps acknowledged data after kill -9 and restarts on the same port', async () => {
    const first = await startEmbeddedRedis({ dataDir, password: 'p"w', logger, searchPath });
    await withClient(first.url, async (client) => {
      await client.xadd('log', '*', 'e', 'kept');
    });
    process.kill(enginePid(), 'SIGKILL');
    expect(await first.exited).toEqual({ code: 137, signal: null });

    const second = await startEmbeddedRedis({
      dataDir,
      port: first.port,
      password: 'p"w',
      logger,
      searchPath,
    });
    expect(second.url).toBe(first.url);
    expect(await withClient(second.url, (client) => client.xlen('log'))).toBe(1);
    expect(await second.stop()).toEqual({ code: 0, signal: null });
  });

  it('is configured so that no acknowledged data is lost or evicted', async () => {
    const redis = await startEmbeddedRedis({ dataDir, password: 'secret', logger, searchPath });
    const settings = await withClient(redis.url, (client) =>
      client.config('GET', 'append*', 'maxmemory*', 'auto-aof-rewrite-percentage', 'bind'),
    );
    expect(settings).toEqual(
      expect.arrayContaining(['always', 'noeviction', 'yes', '100', '127.0.0.1']),
    );
    expect(statSync(join(dataDir, 'redis/redis.conf')).mode & 0o777).toBe(0o600);
    await redis.stop();
  });

  it('rejects clients without the password', async () => {
    const redis = await startEmbeddedRedis({ dataDir, password: 'secret', logger, searchPath });
    expect(await ping(redis.port, 'wrong')).toMatch(/^NOAUTH/);
    await redis.stop();
  });

  it('leaves no running server when its guard is killed', async () => {
    const redis = await startEmbeddedRedis({ dataDir, password: 'secret', logger, searchPath });
    const pid = enginePid();
    process.kill(redis.pid, 'SIGKILL');
    await redis.exited;
    while (signalProcess(pid, 0)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('reports in one line why Redis ended', async () => {
    const running = await startEmbeddedRedis({ dataDir, password: 'secret', logger, searchPath });
    const other = mkdtempSync(join(tmpdir(), 'tidemark-redis-'));
    await expect(
      startEmbeddedRedis({
        dataDir: other,
        port: running.port,
        password: 'secret',
        logger,
        searchPath,
      }),
    ).rejects.toThrow(
      /^redis-server ended while it started \(exit code 1\): .*Address already in use/,
    );
    await running.stop();
    rmSync(other, { recursive: true });
  });
});

describe('unpackDebianRedis', () => {
  it('unpacks a server that runs, once', async () => {
    const progress: string[] = [];
    const directory = join(dataDir, 'engines/redis');
    const server = await unpackDebianRedis(directory, (line) => progress.push(line));
    expect(server.command).toBe(join(directory, 'usr/bin/redis-server'));
    expect(await redisVersion(server.command, server.libraryPath)).toBe(server.version);
    expect(await unpackDebianRedis(directory, (line) => progress.push(line))).toEqual(server);
    expect(progress).toHaveLength(1);
  });
});
