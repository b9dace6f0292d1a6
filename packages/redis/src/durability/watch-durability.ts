import type { Logger, Metrics } from '@tidemark/platform';
import type { Redis } from '../connection/redis';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import type { Durability } from './durability';
import { readDurability } from './durability';

const READY_TIMEOUT_MS = 30_000;
const STATES: readonly Durability['state'][] = ['durable', 'at_risk', 'unknown'];

/**
 * Checks the durability of a server whenever the connection is established (a failover may lead to another server).
 * Reports the result in the log and in `redis_durability{state}`; equal results are logged once.
 */
export function watchDurability(
  redis: Redis,
  deps: { readonly logger: Logger; readonly metrics: Metrics },
): void {
  const { logger } = deps;
  const gauge = deps.metrics.gauge(
    'redis_durability',
    '1 for the current durability of the ingest log, 0 for the others',
    ['state'],
  );
  let lastFinding = '';
  const look = async (): Promise<void> => {
    const found = await readDurability(redis);
    for (const state of STATES) gauge.set({ state }, state === found.state ? 1 : 0);
    const text = warningOf(found);
    if (text !== null && text !== lastFinding) logger.warn(text);
    lastFinding = text ?? '';
  };
  const onReady = (): void => {
    // If Redis became unavailable again, it is checked after the next connection.
    look().catch((error: unknown) => logger.debug({ err: error }, 'redis durability not read'));
  };
  redis.on('ready', onReady);
  if (redis.status === 'ready') onReady();
}

/**
 * Checks the durability for services that must not use a Redis that may lose events.
 * @throws an error with one line that describes the risk and the solution, or if the server does not respond within
 *   half a minute. A server that does not show its settings is accepted; `watchDurability` warns
 */
export async function requireDurability(url: string): Promise<void> {
  const redis = createRedis(url, 'consumer');
  try {
    await waitUntilReady(redis, READY_TIMEOUT_MS);
    const found = await readDurability(redis);
    if (found.state === 'at_risk') {
      throw new Error(`REQUIRE_DURABLE_REDIS: ${found.faults.join('; ')}`);
    }
  } finally {
    await closeRedis(redis);
  }
}

function warningOf(found: Durability): string | null {
  switch (found.state) {
    case 'durable':
      return null;
    case 'at_risk':
      return `EVENTS CAN BE LOST: Redis holds the ingest log, but ${found.faults.join('; ')}`;
    case 'unknown':
      return `Redis does not show whether it keeps the ingest log safe (${found.reason}): make sure of maxmemory-policy noeviction and appendonly yes`;
  }
}
