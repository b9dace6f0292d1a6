import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestRedis } from '@tidemark/testing';

/** A redis-server of one test, which can kill and restart it. */
export interface TestRedisServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts the `redis-server` that the product would use, with the durability settings of production. */
export async function startRedisServer(extra: readonly string[] = []): Promise<TestRedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-redis-'));
  const program = await findTestRedis();
  const port = await freePort();
  let stop: () => Promise<void> = () => Promise.resolve();

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(
        program.command,
        [
          ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''],
          ...['--appendonly', 'yes', '--appendfsync', 'always', ...extra],
        ],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: program.libraryPath === null ? {} : { LD_LIBRARY_PATH: program.libraryPath },
        },
      );
      child.once('error', reject);
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready to accept connections')) resolve();
      });
      stop = () =>
        new Promise((done) => {
          child.once('exit', () => done());
          child.kill('SIGKILL');
        });
    });

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: () => stop(),
    remove: async () => {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
