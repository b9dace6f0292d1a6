import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tidemark/testing';

export const REPOSITORY = join(__dirname, '..', '..', '..');

/** A bound on a hang: on a machine with 25 waiting processes a start took more than a minute. */
const READY_TIMEOUT_MS = 180_000;

export interface Standalone {
  readonly url: string;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Sends the signal and returns the exit code when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface StandaloneOptions {
  /** Kept after stop when given; a temporary one is removed. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly readyTimeoutMs?: number;
}

/**
 * Runs what `npm start` runs once it has built, on a free port, and waits until it is ready: every test run builds
 * first, and asking the compiler again whether all is built takes two seconds of a processor each time. Many
 * products start at once here, and a port that was free when one chose it may be another's by the time it listens:
 * then it is tried once more.
 */
export async function startStandalone(options: StandaloneOptions = {}): Promise<Standalone> {
  try {
    return await startOnce(options);
  } catch (error) {
    if (options.port !== undefined || !String(error).includes('EADDRINUSE')) throw error;
    return startOnce(options);
  }
}

async function startOnce(options: StandaloneOptions): Promise<Standalone> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tidemark-standalone-')));
  const keys = { projectApiKey: 'phc_standalonetest', personalApiKey: 'phx_standalonetest' };
  const child = spawn('node', ['services/standalone/dist/main.js'], {
    cwd: REPOSITORY,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      BOOTSTRAP_PROJECT_API_KEY: keys.projectApiKey,
      BOOTSTRAP_PERSONAL_API_KEY: keys.personalApiKey,
      QUERY_RATE_LIMIT_PER_HOUR: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exited = exitOf(child);
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    waitUntilReady(url, options.readyTimeoutMs ?? READY_TIMEOUT_MS),
    exited.then((code) => {
      throw new Error(`start ended with ${String(code)}:\n${output}`);
    }),
  ]).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw new Error(`${String(error)}\n${output}`);
  });
  return {
    url,
    ...keys,
    dataDir,
    pid: child.pid ?? -1,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const code = await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Resolves once every part of the product is ready. */
export async function waitUntilReady(url: string, timeoutMs: number): Promise<void> {
  await waitUntil(
    async () => {
      const response = await fetch(`${url}/_readyz`);
      if (response.status !== 200) throw new Error(`not ready: ${await response.text()}`);
    },
    timeoutMs,
    100,
  );
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
