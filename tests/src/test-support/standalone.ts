import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';

export const REPOSITORY = join(__dirname, '..', '..', '..');

/** A long timeout: on a machine with 25 waiting processes, a start took more than a minute. */
const READY_TIMEOUT_MS = 180_000;

/** The number of last characters of the output in an error. */
const SHOWN_OUTPUT = 4_000;

export interface Standalone {
  readonly url: string;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
  readonly dataDir: string;
  readonly pid: number;
  /** All output so far. */
  output(): string;
  /** @throws Error with the exit code and the last output if the product does not run any more */
  requireRunning(): void;
  /** Sends the signal, waits until the process has exited, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface StandaloneOptions {
  /** A given directory is kept after stop; a temporary one is deleted. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly readyTimeoutMs?: number;
}

/**
 * Starts the product on a free port and waits until it is ready. It runs what `npm start` runs after building, because
 * every test run builds first, and the compiler would need two seconds of processor time to find that nothing changed.
 * Many products start at the same time, so another process may have taken the port; then the start is repeated once.
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
  const port = options.port ?? (await findFreePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tidemark-standalone-')));
  const keys = { projectApiKey: 'phc_standalonetest', personalApiKey: 'phx_standalonetest' };
  const child = spawn('node', ['programs/services/standalone/dist/main.js'], {
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
    requireRunning() {
      if (child.exitCode === null && child.signalCode === null) return;
      const end = child.signalCode ?? `exit code ${String(child.exitCode)}`;
      throw new Error(`The product ended (${end}):\n${output.slice(-SHOWN_OUTPUT)}`);
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const code = await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Resolves when all parts of the product are ready. */
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
