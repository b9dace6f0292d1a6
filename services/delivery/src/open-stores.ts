import type { ClickHouse } from '@tidemark/clickhouse';
import { clickhouseMark, createClickHouse } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import { claimStores } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createInstallationRegister } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { createRedis, redisMark } from '@tidemark/redis';
import type { DeliveryConfig } from './config';

const POSTGRES_TIMEOUT_MS = 60_000;

export interface DeliveryStores {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly redis: Redis;
}

/** Opens the stores. @throws Error when they belong to another installation */
export async function openStores(config: DeliveryConfig, logger: Logger): Promise<DeliveryStores> {
  const database = createDatabase(config.DATABASE_URL, {
    poolSize: 10,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
  });
  const clickhouse = createClickHouse({ url: config.CLICKHOUSE_URL, logger });
  const redis = createRedis(config.REDIS_URL, 'request', logger);
  await claimStores({
    register: createInstallationRegister(database),
    marks: [redisMark(redis), clickhouseMark(clickhouse)],
    adopted: config.ADOPT_STORES,
    logger,
    end: () => process.kill(process.pid, 'SIGTERM'),
  });
  return { database, clickhouse, redis };
}
