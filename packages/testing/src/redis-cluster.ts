import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@tidemark/platform';
import type { RedisServer } from '@tidemark/redis';
import { createRedis } from '@tidemark/redis';
import { waitUntil } from './wait-until';
import { findTestRedis } from './redis-program';

const NODES = 3;
const SLOTS = 16_384;

/**
 * A Redis Cluster of three `redis-server` processes without replicas; each has a third of the slots and the durability
 * settings of production.
 */
export interface TestRedisCluster {
  /** `redis+cluster://host:port,...` */
  readonly url: string;
  /** The URLs of the single nodes. */
  readonly nodeUrls: readonly string[];
  /** Ends a node with SIGKILL; `start` starts it again with the data that it had written to disk. */
  kill(node: number): Promise<void>;
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedisCluster(): Promise<TestRedisCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'tidemark-redis-cluster-'));
  const program = await findTestRedis();
  const ports: { readonly port: number; readonly bus: number }[] = [];
  for (let node = 0; node < NODES; node += 1) {
    await mkdir(join(directory, String(node)));
    ports.push({ port: await findFreePort(), bus: await findFreePort() });
  }
  const children = new Map<number, ChildProcess>();
  const start = async (node: number): Promise<void> => {
    const { port = 0, bus = 0 } = ports[node] ?? {};
    children.set(node, await startNode(program, join(directory, String(node)), port, bus));
  };
  const kill = async (node: number): Promise<void> => {
    const child = children.get(node);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((done) => {
      child.once('exit', () => done());
      child.kill('SIGKILL');
    });
  };
  await Promise.all(ports.map((_, node) => start(node)));
  const nodeUrls = ports.map(({ port }) => `redis://127.0.0.1:${port}`);
  await makeCluster(nodeUrls, ports);
  return {
    url: `redis+cluster://${ports.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodeUrls,
    kill,
    start,
    async stop() {
      await Promise.all(ports.map((_, node) => kill(node)));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function startNode(
  program: RedisServer,
  directory: string,
  port: number,
  bus: number,
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      program.command,
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''],
        ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
        ...['--cluster-enabled', 'yes', '--cluster-port', String(bus)],
        ...['--cluster-node-timeout', '5000'],
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: program.libraryPath === null ? {} : { LD_LIBRARY_PATH: program.libraryPath },
      },
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${String(code)}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve(child);
    });
  });
}

/**
 * Gives each node a third of the slots, introduces the nodes to each other, and waits until all know the same cluster.
 */
async function makeCluster(
  urls: readonly string[],
  ports: readonly { readonly port: number; readonly bus: number }[],
): Promise<void> {
  const nodes = urls.map((url) => createRedis(url, 'consumer'));
  const share = Math.ceil(SLOTS / NODES);
  try {
    for (const [index, node] of nodes.entries()) {
      const last = Math.min(SLOTS, (index + 1) * share) - 1;
      await node.call('CLUSTER', 'ADDSLOTSRANGE', index * share, last);
      for (const { port, bus } of ports.slice(0, index)) {
        await node.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
      }
    }
    await waitUntil(async () => {
      for (const node of nodes) {
        const info = String(await node.call('CLUSTER', 'INFO'));
        if (!info.includes('cluster_state:ok') || !info.includes(`cluster_size:${NODES}`)) {
          throw new Error(`not one cluster yet: ${info}`);
        }
      }
    });
  } finally {
    for (const node of nodes) node.disconnect();
  }
}
