import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from '@tidemark/platform';
import { REPOSITORY, waitUntilReady } from '../test-support/standalone';
import { nginxConfiguration } from './ingress-as-nginx';

export interface Gateway {
  readonly port: number;
  stop(): Promise<void>;
}

interface Upstreams {
  readonly edge: number;
  readonly api: number;
}

const START_TIMEOUT_MS = 20_000;

/** The path of a program on PATH or in the system's folders; null if it is not installed. */
export function findInstalled(program: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** Starts Caddy with the Caddyfile of this repository. */
export async function startCaddy(program: string, upstreams: Upstreams): Promise<Gateway> {
  const port = await findFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'caddy-'));
  const listed = async (name: string, upstream: number): Promise<string> => {
    const file = join(directory, name);
    await writeFile(file, `to 127.0.0.1:${upstream}\n`);
    return file;
  };
  const config = join(REPOSITORY, 'infra', 'gateway', 'Caddyfile');
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      HOME: directory,
      GATEWAY_ADDRESS: `http://:${port}`,
      EDGE_UPSTREAMS: await listed('edge', upstreams.edge),
      API_UPSTREAMS: await listed('api', upstreams.api),
    },
    stdio: 'ignore',
  });
  return untilReady(child, port, directory);
}

/** Starts nginx with the configuration that ingress-nginx generates from the Ingress of this repository. */
export async function startNginx(program: string, upstreams: Upstreams): Promise<Gateway> {
  const port = await findFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'nginx-'));
  const config = join(directory, 'nginx.conf');
  await writeFile(config, nginxConfiguration({ directory, port, upstreams: { ...upstreams } }));
  const child = spawn(program, ['-c', config, '-p', directory, '-e', 'stderr'], {
    stdio: 'ignore',
  });
  return untilReady(child, port, directory);
}

async function untilReady(child: ChildProcess, port: number, directory: string): Promise<Gateway> {
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}
