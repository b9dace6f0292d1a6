import { randomBytes } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createRedis } from '@tidemark/redis';
import type { EngineUrls } from './engines';
import { createIsolatedDatabaseUrl } from './isolated-database';
import { sharedEngineUrls } from './shared-engines';

/**
 * Empty stores for one test file on the shared engines: an own Postgres and ClickHouse database, and
 * the Redis database of this jest worker, flushed (files of one worker run one after another).
 */
export async function createIsolatedStores(): Promise<EngineUrls> {
  const shared = sharedEngineUrls();
  const logger = createLogger('test', 'warn');
  const name = `test_${randomBytes(6).toString('hex')}`;

  const clickhouse = createClickHouse({ url: shared.clickhouse, logger });
  await clickhouse.command(`CREATE DATABASE ${name}`);
  await clickhouse.close();
  const clickhouseUrl = new URL(shared.clickhouse);
  clickhouseUrl.pathname = `/${name}`;

  const redisUrl = new URL(shared.redis);
  redisUrl.pathname = `/${process.env['JEST_WORKER_ID'] ?? '1'}`;
  const redis = createRedis(redisUrl.toString(), 'queue', logger);
  await redis.flushdb();
  await redis.quit();

  return {
    clickhouse: clickhouseUrl.toString(),
    postgres: await createIsolatedDatabaseUrl(),
    redis: redisUrl.toString(),
  };
}
