import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import type { Logger, OutboundGuard } from '@tidemark/platform';
import { createOutboundGuard } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import type {
  CohortQueue,
  DeliveryTests,
  ExportQueue,
  ImportQueue,
  QueryQueue,
  QueueCounts,
  SampleQueue,
  WarehouseQueue,
} from '@tidemark/queues';
import {
  createCohortQueue,
  createDeliveryTests,
  createExportQueue,
  createImportQueue,
  createQueryQueue,
  createQueueCounts,
  createSampleQueue,
  createWarehouseQueue,
} from '@tidemark/queues';
import type { IngestLog } from '@tidemark/log-drivers';
import { openIngestLog } from '@tidemark/log-drivers';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis } from '@tidemark/redis';
import type { ApiConfig } from './config';

/** The maximum time that a request of the management API waits for Postgres. */
const POSTGRES_TIMEOUT_MS = 60_000;

/** The clients of the databases and queues, and other connections to the outside. */
export interface Stores {
  readonly database: Database;
  /** A standby of the database; null if there is none. */
  readonly replica: Database | null;
  readonly clickhouse: ClickHouse;
  readonly redis: Redis;
  /** A connection that only subscribes to messages. */
  readonly subscriber: Redis;
  readonly ingestLog: IngestLog;
  readonly queryQueue: QueryQueue;
  readonly exportQueue: ExportQueue;
  readonly importQueue: ImportQueue;
  readonly cohortQueue: CohortQueue;
  readonly warehouseQueue: WarehouseQueue;
  readonly sampleQueue: SampleQueue;
  /** The queue of tests of destinations, which delivery services carry out. */
  readonly deliveryTests: DeliveryTests;
  /** The numbers of waiting jobs. */
  readonly queueCounts: QueueCounts;
  /** Checks the addresses from which tables and imports may be read. */
  readonly outboundGuard: OutboundGuard;
  /** Closes the queues first, because they use Redis. */
  closeStores(): Promise<void>;
}

/** Opens the stores of the service. */
export function openStores(config: ApiConfig, logger: Logger, now: () => Date): Stores {
  const redisUrl = config.REDIS_URL;
  const database = createDatabase(config.DATABASE_URL, {
    poolSize: 10,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
  });
  const replica =
    config.DATABASE_REPLICA_URL === undefined
      ? null
      : createDatabase(config.DATABASE_REPLICA_URL, {
          poolSize: 10,
          logger,
          statementTimeoutMs: POSTGRES_TIMEOUT_MS,
        });
  const clickhouse = createClickHouse({
    url: config.CLICKHOUSE_URL,
    cluster: config.CLICKHOUSE_CLUSTER,
    tenant: { mode: config.CLICKHOUSE_ROW_POLICIES, url: config.CLICKHOUSE_QUERY_URL },
    logger,
  });
  const redis = createRedis(redisUrl, 'request', logger);
  const subscriber = createRedis(redisUrl, 'pubsub', logger);
  const ingestLog = openIngestLog({ url: config.INGEST_LOG_URL, redis, partitions: 0, logger });
  const queryQueue = createQueryQueue({
    redisUrl,
    secrets: { current: config.SERVICE_SECRET, previous: config.SERVICE_SECRET_PREVIOUS },
    now,
    logger,
  });
  const exportQueue = createExportQueue({ redisUrl, logger });
  const importQueue = createImportQueue({ redisUrl, logger });
  const cohortQueue = createCohortQueue({ redisUrl, logger });
  const warehouseQueue = createWarehouseQueue({ redisUrl, logger });
  const sampleQueue = createSampleQueue({ redisUrl, logger });
  const deliveryTests = createDeliveryTests({ redisUrl, logger });
  const queueCounts = createQueueCounts({ redisUrl, logger });
  const outboundGuard = createOutboundGuard({
    allowPrivate: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
    allowedHosts: config.WAREHOUSE_ALLOWED_HOSTS,
  });
  return {
    database,
    replica,
    clickhouse,
    redis,
    subscriber,
    ingestLog,
    queryQueue,
    exportQueue,
    importQueue,
    cohortQueue,
    warehouseQueue,
    sampleQueue,
    deliveryTests,
    queueCounts,
    outboundGuard,
    async closeStores() {
      const queues = [
        ...[queryQueue, exportQueue, cohortQueue, warehouseQueue, sampleQueue],
        ...[importQueue, queueCounts, deliveryTests],
      ];
      await Promise.all(queues.map((queue) => queue.close()));
      outboundGuard.close();
      await ingestLog.close();
      await Promise.all([
        database.close(),
        replica?.close(),
        clickhouse.close(),
        closeRedis(redis),
        closeRedis(subscriber),
      ]);
    },
  };
}
