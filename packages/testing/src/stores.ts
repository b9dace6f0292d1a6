import { randomBytes } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createSiblingDatabase } from '@tidemark/postgres';
import { createRedis } from '@tidemark/redis';
import type { EngineUrls } from './engines';

const VARIABLES = {
  clickhouse: 'TEST_CLICKHOUSE_URL',
  postgres: 'TEST_DATABASE_URL',
  redis: 'TEST_REDIS_URL',
} as const;

/** Hands engine URLs from the global set-up to the test processes. */
export function exportEngineUrls(urls: EngineUrls): void {
  for (const [engine, variable] of Object.entries(VARIABLES)) {
    process.env[variable] = urls[engine as keyof EngineUrls];
  }
}

/** URLs of the shared engines. @throws when run outside the `integration` project. */
export function sharedEngineUrls(): EngineUrls {
  const read = (engine: keyof EngineUrls): string => {
    const url = process.env[VARIABLES[engine]];
    if (url === undefined) {
      throw new Error(`${VARIABLES[engine]} is not set: run with the jest project "integration"`);
    }
    return url;
  };
  return { clickhouse: read('clickhouse'), postgres: read('postgres'), redis: read('redis') };
}

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
    postgres: await createSiblingDatabase(shared.postgres, name, logger),
    redis: redisUrl.toString(),
  };
}
