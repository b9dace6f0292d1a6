import type { Logger, Metrics } from '@tidemark/platform';
import type { Redis } from '../connection/redis';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import type { Durability } from './durability';
import { readDurability } from './durability';

const READY_TIMEOUT_MS = 30_000;
const STATES: readonly Durability['state'][] = ['durable', 'at_risk', 'unknown'];

/**
 * Looks at the server behind a connection whenever it is connected (a failover may lead to another
 * one), and says in the log and in `redis_durability{state}` what it found. Each finding is reported once.
 */
export function watchDurability(
  redis: Redis,
  deps: { readonly logger: Logger; readonly metrics: Metrics },
): void {
  const { logger } = deps;
  const gauge = deps.metrics.gauge('redis_durability', '1 for what holds of the ingest log', [
    'state',
  ]);
  let lastFinding = '';
  const look = async (): Promise<void> => {
    const found = await readDurability(redis);
    for (const state of STATES) gauge.set({ state }, state === found.state ? 1 : 0);
    const text = warningOf(found);
    if (text !== null && text !== lastFinding) logger.warn(text);
    lastFinding = text ?? '';
  };
  const onReady = (): void => {
    // Redis became unavailable again: it is looked at when it is back.
    look().catch((error: unknown) => logger.debug({ err: error }, 'redis durability not read'));
  };
  redis.on('ready', onReady);
  if (redis.status === 'ready') onReady();
}

/**
 * For services that must not run on a Redis that can lose events.
 *
 * @throws one line with the danger and the cure, or when the server is not there within half a minute.
 * One that does not show its settings is let pass; `watchDurability` warns.
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
