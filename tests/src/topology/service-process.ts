import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { SERVICE_NODE_FLAGS } from '@tidemark/platform';
import { REPOSITORY, waitUntilReady } from '../test-support/standalone';

export type ScaledService = 'edge' | 'api' | 'ingest-worker' | 'query-worker' | 'delivery' | 'mcp';

/** A process of a service, with the environment it has in a container. */
export interface ServiceProcess {
  readonly name: ScaledService;
  readonly port: number;
  readonly url: string;
  /** The last lines of its output. */
  output(): string;
  /** Stops it with SIGTERM, as compose and Kubernetes do. Returns the exit code. */
  stop(): Promise<number | null>;
}

const READY_TIMEOUT_MS = 120_000;

/** Starts a process with a separate environment and waits until it is ready. */
export async function startServiceProcess(
  name: ScaledService,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = fork(join(REPOSITORY, 'programs', 'services', name, 'dist', 'main.js'), [], {
    execArgv: [...SERVICE_NODE_FLAGS],
    // It gets no other variables of this process, so that it has only what compose sets.
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  }
  const exited = exitOf(child);
  await Promise.race([
    waitUntilReady(url, READY_TIMEOUT_MS),
    exited.then((code) => {
      throw new Error(`${name} ended with ${String(code)}:\n${output}`);
    }),
  ]);
  return {
    name,
    port,
    url,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
