import { createLogger } from '@tidemark/platform';
import { createRedis } from '@tidemark/redis';
import type { EngineUrls } from './engines';
import { createIsolatedClickHouseUrl } from './isolated-clickhouse';
import { createIsolatedDatabaseUrl } from './isolated-database';
import { sharedEngineUrls } from './shared-engines';

/**
 * Creates stores on the shared engines: a Postgres and a ClickHouse database with their schemas and without rows, and
 * an empty Redis database. No other stores get the same ones, because workers of other tests would take their jobs.
 */
export async function createIsolatedStores(): Promise<EngineUrls> {
  const [clickhouse, stores] = await Promise.all([
    createIsolatedClickHouseUrl(),
    createStoresWithoutEvents(),
  ]);
  return { ...stores, clickhouse };
}

/** Like `createIsolatedStores`, but with the ClickHouse database that all tests share; they do not write to it. */
export async function createStoresWithoutEvents(): Promise<EngineUrls> {
  const shared = sharedEngineUrls();
  const [postgres, redis] = await Promise.all([
    createIsolatedDatabaseUrl(),
    createIsolatedRedisUrl(shared.redis),
  ]);
  return { clickhouse: shared.clickhouse, postgres, redis };
}

async function createIsolatedRedisUrl(shared: string): Promise<string> {
  const redis = createRedis(shared, 'queue', createLogger('test', 'warn'));
  const database = await redis.incr('test:last-database');
  await redis.quit();
  const url = new URL(shared);
  url.pathname = `/${database}`;
  return url.toString();
}
