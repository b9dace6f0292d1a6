import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, ManagedProcess, ProcessExit } from '@tidemark/platform';
import { endProcess, findFreePort, processesIn, spawnGuarded } from '@tidemark/platform';
import type { RedisServer } from './find-redis-server';
import { findRedisServer, redisServerPlaces } from './find-redis-server';
import { ping } from './ping';
import { redisConf } from './redis-conf';
import { unpackDebianRedis } from './unpack-debian-redis';

export interface EmbeddedRedisOptions {
  /** DATA_DIR: the data is in its folder `redis`, an unpacked server in its folder `engines`. */
  readonly dataDir: string;
  /** 0 or absent: a free port. After a restart, the previous port keeps the address for clients. */
  readonly port?: number;
  readonly password: string;
  readonly logger: Logger;
  /** The PATH that is searched before the usual folders of the system. */
  readonly searchPath?: string;
  /** By default, a quarter of the machine's memory. Beyond it, writes fail; no data is evicted. */
  readonly maxMemoryBytes?: number;
  /** By default 16, as Redis has; the services use one. */
  readonly databases?: number;
  /** Receives a line for each long step. */
  readonly onProgress?: (line: string) => void;
}

export interface EmbeddedRedis extends ManagedProcess {
  /** redis://:password@127.0.0.1:port */
  readonly url: string;
  readonly port: number;
}

/** The time for a shutdown, in which Redis writes its data. */
const GRACE_MS = 20_000;
/** The maximum time until Redis is ready; reading an append-only file of some gigabytes takes long. */
const READY_TIMEOUT_MS = 300_000;
const POLL_MS = 25;
const TAIL_LINES = 20;
const PORT_ATTEMPTS = 3;
const DATABASES = 16;

/**
 * Starts an embedded Redis on a loopback port and resolves when it responds. It ends with this process, even if this
 * process is killed.
 * @throws an error with one line that says what is missing or what Redis reported
 */
export async function startEmbeddedRedis(options: EmbeddedRedisOptions): Promise<EmbeddedRedis> {
  await mkdir(join(options.dataDir, 'redis'), { recursive: true, mode: 0o700 });
  const directory = await realpath(join(options.dataDir, 'redis'));
  const server = await locateServer(options);
  await stopLeftover(directory, options.logger);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port || (await findFreePort());
    try {
      return await launch(options, server, directory, port);
    } catch (error) {
      const portIsGone = error instanceof Error && error.message.includes('Address already in use');
      if (options.port || !portIsGone || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function locateServer(options: EmbeddedRedisOptions): Promise<RedisServer> {
  const places = redisServerPlaces(options.searchPath ?? '');
  return (
    (await findRedisServer(places)) ??
    (await unpackDebianRedis(
      join(options.dataDir, 'engines', 'redis'),
      options.onProgress ?? (() => undefined),
    ))
  );
}

async function launch(
  options: EmbeddedRedisOptions,
  server: RedisServer,
  directory: string,
  port: number,
): Promise<EmbeddedRedis> {
  const confPath = join(directory, 'redis.conf');
  const maxMemoryBytes = options.maxMemoryBytes ?? Math.floor(totalmem() / 4);
  const conf = redisConf({
    port,
    directory,
    password: options.password,
    maxMemoryBytes,
    databases: options.databases ?? DATABASES,
  });
  await rm(confPath, { force: true });
  await writeFile(confPath, conf, { mode: 0o600 });
  const pidPath = join(directory, 'redis.pid');
  await rm(pidPath, { force: true });

  const tail: string[] = [];
  const redis = await spawnGuarded({
    command: server.command,
    args: [confPath],
    env: {
      PATH: '/usr/bin:/bin',
      ...(server.libraryPath === null ? {} : { LD_LIBRARY_PATH: server.libraryPath }),
    },
    cwd: directory,
    stopSignal: 'TERM',
    graceMs: GRACE_MS,
    onLine: (line) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      options.logger.info({ engine: 'redis' }, line);
    },
  });
  await untilReady(redis, { port, password: options.password, pidPath, tail });
  const url = `redis://:${encodeURIComponent(options.password)}@127.0.0.1:${port}`;
  return { ...redis, url, port };
}

/**
 * Waits until Redis is ready. Redis writes its pid file after it has begun to listen; without this file, another
 * program listens on the port.
 */
async function untilReady(
  redis: ManagedProcess,
  launched: {
    readonly port: number;
    readonly password: string;
    readonly pidPath: string;
    /** The last lines that Redis printed. */
    readonly tail: readonly string[];
  },
): Promise<void> {
  let exit: ProcessExit | undefined;
  void redis.exited.then((value) => {
    exit = value;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const response = await ping(launched.port, launched.password);
    if (response === 'PONG' && existsSync(launched.pidPath)) return;
    if (exit !== undefined) {
      throw new Error(
        `redis-server ended while it started (exit code ${String(exit.code)}): ${reasonIn(launched.tail)}`,
      );
    }
    if (Date.now() > deadline) {
      await redis.stop();
      throw new Error(
        `redis-server did not respond within ${READY_TIMEOUT_MS / 1000} s: ${response}`,
      );
    }
    await delay(POLL_MS);
  }
}

/** The lines that contain a cause: Redis marks warnings with `#`, and configuration errors with `***`. */
function reasonIn(tail: readonly string[]): string {
  const causes = tail.flatMap((line) => {
    const text = /^\d+:\w .{20,30} # (.+)$/.exec(line)?.[1] ?? /^\*\*\* (.+)$/.exec(line)?.[1];
    return text === undefined ||
      /^(?:oO0OoO|Redis version=|Configuration loaded|Server initialized|WARNING )/.test(text)
      ? []
      : [text];
  });
  return causes.join(' | ') || (tail.at(-1) ?? 'it printed nothing');
}

/** Stops a server that an earlier start left running on this directory, because two servers would corrupt the file. */
async function stopLeftover(directory: string, logger: Logger): Promise<void> {
  for (const pid of processesIn(directory, 'redis-server')) {
    logger.warn(
      { pid },
      'a redis-server of an earlier start still runs on this data; it is stopped first',
    );
    await endProcess(pid, 'SIGTERM', GRACE_MS);
  }
}
