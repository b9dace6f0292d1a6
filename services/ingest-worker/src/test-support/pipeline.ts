import { randomUUID } from 'node:crypto';
import { createClickHouse, migrate as migrateClickHouse } from '@tidemark/clickhouse';
import { defaultHttpConfig } from '@tidemark/configuration';
import type { LoggedEventV1, LogRecordBody } from '@tidemark/contracts';
import { createLogger } from '@tidemark/platform';
import { createDatabase, migrate as migratePostgres } from '@tidemark/postgres';
import { closeRedis, createIngestLogProducer, createRedis, waitUntilReady } from '@tidemark/redis';
import type { IngestWorkerConfig } from '../config';

export const PARTITIONS = 4;

export interface StoreUrls {
  readonly clickhouse: string;
  readonly postgres: string;
  readonly redis: string;
}

export function workerConfig(
  urls: StoreUrls,
  given: Partial<IngestWorkerConfig> = {},
): IngestWorkerConfig {
  return {
    HOST: '127.0.0.1',
    PORT: 0,
    ...defaultHttpConfig,
    ADOPT_STORES: [],
    LOG_LEVEL: 'silent',
    CLICKHOUSE_URL: urls.clickhouse,
    DATABASE_URL: urls.postgres,
    REDIS_URL: urls.redis,
    INGEST_PARTITIONS: PARTITIONS,
    INGEST_LEASE_MS: 1_000,
    INGEST_RANGE_SIZE: 5_000,
    INGEST_LANES: 2,
    INGEST_MAX_DEAD_LETTERS: 1_000,
    DISK_MIN_FREE_BYTES: 0,
    REQUIRE_DURABLE_REDIS: false,
    ...given,
  };
}

/** An entry as the edge writes it. */
export function entryOf(given: Partial<LoggedEventV1> = {}): LoggedEventV1 {
  return {
    v: 1,
    team_id: 1,
    uuid: randomUUID(),
    event: 'e',
    distinct_id: 'd',
    timestamp: '2026-01-02T03:04:05.678Z',
    captured_at: '2026-01-02T03:04:06.000Z',
    ip: null,
    properties: {},
    historical_migration: false,
    ...given,
  };
}

/** Migrates the stores and returns functions that send records and read the results. Starts no worker. */
export async function openPipeline(urls: StoreUrls) {
  const logger = createLogger('test', 'silent');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  const database = createDatabase(urls.postgres, { poolSize: 4, logger });
  const redis = createRedis(urls.redis, 'producer', logger);
  await waitUntilReady(redis, 10_000);
  await migrateClickHouse(clickhouse, { kind: 'single' });
  await migratePostgres(database);
  const producer = createIngestLogProducer({ redis, partitions: PARTITIONS, maxLength: 1_000_000 });
  return {
    clickhouse,
    database,
    redis,
    send: (...entries: LogRecordBody[]) => producer.append(entries),
    rows: async (sql: string): Promise<unknown[][]> =>
      (await clickhouse.query<unknown[]>({ name: 'test', sql })).rows,
    close: async () => {
      await Promise.all([clickhouse.close(), database.close(), closeRedis(redis)]);
    },
  };
}

export type Pipeline = Awaited<ReturnType<typeof openPipeline>>;
