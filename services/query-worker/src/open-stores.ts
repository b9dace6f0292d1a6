import type { ClickHouse } from '@tidemark/clickhouse';
import { clickhouseMark, createClickHouse } from '@tidemark/clickhouse';
import type { IngestLog } from '@tidemark/log-drivers';
import { openIngestLog } from '@tidemark/log-drivers';
import type { Logger } from '@tidemark/platform';
import { claimStores } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createInstallationRegister } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis, redisMark } from '@tidemark/redis';
import type { QueryWorkerConfig } from './config';

/** The timeout for writing the members of a cohort, which is a single statement of any size. */
const POSTGRES_TIMEOUT_MS = 300_000;

export interface WorkerStores {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly redis: Redis;
  readonly ingestLog: IngestLog;
  close(): Promise<void>;
}

/** Opens the stores that all jobs share. @throws Error if they belong to another installation */
export async function openStores(config: QueryWorkerConfig, logger: Logger): Promise<WorkerStores> {
  const database = createDatabase(config.DATABASE_URL, {
    poolSize: 4,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
  });
  const clickhouse = createClickHouse({
    url: config.CLICKHOUSE_URL,
    cluster: config.CLICKHOUSE_CLUSTER,
    tenant: { mode: config.CLICKHOUSE_ROW_POLICIES, url: config.CLICKHOUSE_QUERY_URL },
    logger,
  });
  const redis = createRedis(config.REDIS_URL, 'request', logger);
  await claimStores({
    register: createInstallationRegister(database),
    marks: [redisMark(redis), clickhouseMark(clickhouse)],
    adopted: config.ADOPT_STORES,
    logger,
    end: () => process.kill(process.pid, 'SIGTERM'),
  });
  const producer = createRedis(config.REDIS_URL, 'producer', logger);
  const ingestLog = openIngestLog({
    url: config.INGEST_LOG_URL,
    redis: producer,
    partitions: 0,
    logger,
  });
  return {
    database,
    clickhouse,
    redis,
    ingestLog,
    close: async () => {
      await ingestLog.close();
      await Promise.all([
        ...[database.close(), clickhouse.close()],
        ...[closeRedis(redis), closeRedis(producer)],
      ]);
    },
  };
}
