import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '@tidemark/platform';
import { createBreakableProxy, startEngines, startOtlpReceiver } from '@tidemark/testing';
import type { BreakableProxy, EngineUrls, OtlpReceiver } from '@tidemark/testing';
import { REPOSITORY, waitUntilReady } from '../test-support/standalone';
import { findCaddy } from './caddy';
import { environmentOf, readComposeFile } from './compose-file';
import type { ScaledService, ServiceProcess } from './service-process';
import { startServiceProcess } from './service-process';

const run = promisify(execFile);
const BALANCER_NOTICES_MS = 3_000;
/** The services to which the gateway sends requests. */
const BEHIND_GATEWAY: readonly ScaledService[] = ['edge', 'api'];
/** Almost zero, so that only traces whose ids the tests choose are recorded (`tracedId`). */
const TRACED_SHARE = 0.000_001;

export const KEYS = { project: 'phc_topology', personal: 'phx_topology' };
const SECRETS = {
  POSTGRES_PASSWORD: 'p',
  REDIS_PASSWORD: 'r',
  CLICKHOUSE_PASSWORD: 'c',
  JWT_SECRET: 'j'.repeat(64),
  SERVICE_SECRET: 's'.repeat(64),
  EXPORT_SECRETS_KEY: 'e'.repeat(64),
  FLAG_SECRETS_KEY: 'f'.repeat(64),
  LOGIN_SECRETS_KEY: 'l'.repeat(64),
  INGESTION_RULES_KEY: 'i'.repeat(64),
  BOOTSTRAP_PROJECT_API_KEY: KEYS.project,
  BOOTSTRAP_PERSONAL_API_KEY: KEYS.personal,
};

/** The services of the compose file as plain processes, behind the gateway with its own configuration. */
export interface Topology {
  readonly url: string;
  readonly engines: EngineUrls;
  /** Proxies between the processes and these stores, whose connections can be broken. */
  readonly proxies: { readonly clickhouse: BreakableProxy; readonly redis: BreakableProxy };
  /** Receives the traces of all processes. */
  readonly collector: OtlpReceiver;
  processes(name: ScaledService): readonly ServiceProcess[];
  /** Stops a process and starts a new one at the same address, as in a rolling update. */
  restart(old: ServiceProcess): Promise<{ readonly exitCode: number | null }>;
  stop(): Promise<void>;
}

/** The number of processes of each service. */
const COPIES = 2;

export async function startTopology(): Promise<Topology> {
  const engines = await startEngines();
  const file = readComposeFile();
  const proxies = {
    clickhouse: await createBreakableProxy(engines.urls.clickhouse),
    redis: await createBreakableProxy(engines.urls.redis),
  };
  const collector = await startOtlpReceiver();
  const stores = {
    DATABASE_URL: engines.urls.postgres,
    REDIS_URL: proxies.redis.url,
    CLICKHOUSE_URL: proxies.clickhouse.url,
  };
  /** The environment that compose sets for a service, with the addresses of the stores in this test. */
  const environment = (service: string): Record<string, string> => {
    const given = environmentOf(file, service, SECRETS);
    const here = Object.entries(stores).filter(([name]) => name in given);
    return { ...given, ...Object.fromEntries(here) };
  };
  const env = { PATH: process.env['PATH'], ...environment('migrate') };
  await run('node', [cli(), ...(file.services['migrate']?.command ?? [])], { env });

  const running: ServiceProcess[] = [];
  const startCopies = async (names: readonly ScaledService[]): Promise<void> => {
    const copies = names.flatMap((name) => Array.from({ length: COPIES }, () => name));
    const starts = copies.map(async (name) =>
      startServiceProcess(name, await findFreePort(), environmentFor(name)),
    );
    running.push(...(await Promise.all(starts)));
  };
  await startCopies(['api']);
  // Some of them are clients of the first api.
  await startCopies(['edge', 'ingest-worker', 'query-worker', 'delivery', 'mcp']);
  function environmentFor(name: ScaledService): Record<string, string> {
    return {
      ...environment(name),
      ...(['mcp', 'query-worker'].includes(name) && {
        API_URL: running.find((one) => one.name === 'api')?.url ?? '',
      }),
      QUERY_RATE_LIMIT_PER_HOUR: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TRACING_SAMPLE_RATIO: String(TRACED_SHARE),
    };
  }
  const gateway = await startGateway(running);
  return {
    url: gateway.url,
    engines: engines.urls,
    proxies,
    collector,
    processes: (name) => running.filter((one) => one.name === name),
    async restart(old) {
      const exitCode = await old.stop();
      running[running.indexOf(old)] = await startServiceProcess(
        old.name,
        old.port,
        environmentFor(old.name),
      );
      // The time until a load balancer notices the new process (`minReadySeconds` in Kubernetes).
      if (BEHIND_GATEWAY.includes(old.name)) await sleep(BALANCER_NOTICES_MS);
      return { exitCode };
    },
    async stop() {
      gateway.child.kill('SIGTERM');
      await Promise.all(running.map((one) => one.stop()));
      await Promise.all([proxies.clickhouse.cut(), proxies.redis.cut(), collector.stop()]);
      await engines.stop();
    },
  };
}

const cli = (): string => join(REPOSITORY, 'services', 'cli', 'dist', 'main.js');

async function startGateway(
  running: readonly ServiceProcess[],
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const port = await findFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'gateway-'));
  const listed = async (name: ScaledService): Promise<string> => {
    const addresses = running.flatMap((one) =>
      one.name === name ? [`127.0.0.1:${one.port}`] : [],
    );
    const file = join(directory, name);
    await writeFile(file, `to ${addresses.join(' ')}\n`);
    return file;
  };
  const config = join(REPOSITORY, 'infra', 'gateway', 'Caddyfile');
  const child = spawn(await findCaddy(), ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      HOME: '/nonexistent',
      GATEWAY_ADDRESS: `http://127.0.0.1:${port}`,
      EDGE_UPSTREAMS: await listed('edge'),
      API_UPSTREAMS: await listed('api'),
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, 20_000);
  await rm(directory, { recursive: true });
  return { url, child };
}
