import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PERSONAL_API_KEY, PROJECT_API_KEY } from '../stack';

export const REPOSITORY = join(__dirname, '..', '..', '..');
const READY_MS = 120_000;

/** The product as `npm start` runs it, with a new data directory. */
export interface Product {
  readonly url: string;
  /** The path of the one-time link for setting the first password. */
  readonly setupPath: string;
  readonly dataDir: string;
  /** The process id of the supervisor of all other processes. */
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
  const port = await freePort();
  const child = spawn('node', ['programs/services/standalone/dist/main.js'], {
    cwd: REPOSITORY,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      BOOTSTRAP_PROJECT_API_KEY: PROJECT_API_KEY,
      BOOTSTRAP_PERSONAL_API_KEY: PERSONAL_API_KEY,
      QUERY_RATE_LIMIT_PER_HOUR: '0',
      QUERY_READ_BUDGET_BYTES_PER_HOUR: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  const setupPath = /\/setup#token=\S+/.exec(output)?.[0];
  if (setupPath === undefined) throw new Error('The product printed no link for the password.');
  return {
    ...{ url, setupPath, dataDir, pid: child.pid ?? -1 },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Sends a request to the API of project 1.
 *
 * @throws Error if the response is an error
 */
export async function callApi<T>(
  { url }: Pick<Product, 'url'>,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${url}/api/projects/1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${PERSONAL_API_KEY}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** Sends events to the product's capture route. */
export async function sendEvents(
  { url }: Pick<Product, 'url'>,
  batch: readonly object[],
): Promise<void> {
  const response = await fetch(`${url}/batch/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: PROJECT_API_KEY, batch }),
  });
  if (!response.ok) throw new Error(`The events were not accepted: ${response.status}`);
}

async function untilReady(url: string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const isReady = await fetch(`${url}/_readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(200);
  }
  throw new Error('The product did not become ready.');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
