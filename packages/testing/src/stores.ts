import { createLogger } from '@tidemark/platform';
import { createRedis } from '@tidemark/redis';
import type { EngineUrls } from './engines';
import { createIsolatedClickHouseUrl } from './isolated-clickhouse';
import { createIsolatedDatabaseUrl } from './isolated-database';
import { sharedEngineUrls } from './shared-engines';

/**
 * Creates stores for one test file on the shared engines: a Postgres and a ClickHouse database with their schemas and
 * without rows, and the Redis database of this jest worker, which is emptied (a worker runs its test files one after
 * the other).
 */
export async function createIsolatedStores(): Promise<EngineUrls> {
  const redisUrl = new URL(sharedEngineUrls().redis);
  redisUrl.pathname = `/${process.env['JEST_WORKER_ID'] ?? '1'}`;
  const redis = createRedis(redisUrl.toString(), 'queue', createLogger('test', 'warn'));
  await redis.flushdb();
  await redis.quit();
  const [clickhouse, postgres] = await Promise.all([
    createIsolatedClickHouseUrl(),
    createIsolatedDatabaseUrl(),
  ]);
  return { clickhouse, postgres, redis: redisUrl.toString() };
}
