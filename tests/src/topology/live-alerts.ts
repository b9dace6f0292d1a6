import { closeRedis, createIngestLogProducer, createRedis, waitUntilReady } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import { capture, query } from './clients';
import type { LivePrometheus } from './live-prometheus';
import { startPrometheus } from './live-prometheus';
import type { Topology } from './start-topology';

const FIRES_WITHIN_MS = 30_000;
const SERVICES = ['edge', 'api', 'ingest-worker', 'query-worker', 'delivery', 'mcp'] as const;

/** Starts a Prometheus that scrapes a running topology. */
export function watchTopology(topology: Topology): Promise<LivePrometheus> {
  const jobs = SERVICES.map((name): [string, string[]] => [
    name,
    topology.processes(name).map(({ port }) => `127.0.0.1:${port}`),
  ]);
  return startPrometheus(Object.fromEntries(jobs));
}

/** Waits until all of these alerts fire. `meanwhile` runs before each check. */
export async function untilFiring(
  prometheus: LivePrometheus,
  names: readonly string[],
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const seen = new Set<string>();
  await waitUntil(
    async () => {
      await meanwhile();
      for (const name of (await prometheus.firing()).keys()) seen.add(name);
      expect(names.filter((name) => !seen.has(name))).toEqual([]);
    },
    FIRES_WITHIN_MS,
    250,
  );
}

/** Waits until none of these alerts fires. */
export async function untilQuiet(
  prometheus: LivePrometheus,
  names: readonly string[],
): Promise<void> {
  await waitUntil(
    async () => {
      const firing = await prometheus.firing();
      expect(names.filter((name) => firing.has(name))).toEqual([]);
    },
    FIRES_WITHIN_MS,
    250,
  );
}

/** Appends an event to the ingest log that no worker can read: its uuid is invalid. Every edge would reject it. */
export async function poison(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl, 'producer');
  const time = new Date().toISOString();
  try {
    await waitUntilReady(redis, FIRES_WITHIN_MS);
    await createIngestLogProducer({ redis, partitions: 16, maxLength: 1_000_000 }).append([
      {
        ...{ v: 1, team_id: 1, uuid: 'none', event: 'poison', distinct_id: 'a', ip: null },
        ...{ timestamp: time, captured_at: time, properties: {}, historical_migration: false },
      },
    ]);
  } finally {
    await closeRedis(redis);
  }
}

/**
 * Sends requests while a store is unavailable; their errors are expected. They go directly to the processes, because
 * the gateway sends no requests to a process that is not ready.
 */
export async function tryAll(topology: Topology): Promise<void> {
  const urlOf = (name: 'api' | 'edge'): string => topology.processes(name)[0]?.url ?? '';
  await Promise.allSettled([
    capture(urlOf('edge'), 'tried', 2),
    query(urlOf('api'), 'select count() from events'),
  ]);
}
