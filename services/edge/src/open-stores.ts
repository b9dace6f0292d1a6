import type { IngestLog } from '@tidemark/log-drivers';
import { openIngestLog } from '@tidemark/log-drivers';
import { claimStores } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createInstallationRegister } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import {
  closeRedis,
  createRedis,
  redisMark,
  requireDurability,
  watchDurability,
} from '@tidemark/redis';
import type { EdgeProcess } from './edge-process';

/** Connections to the stores. */
export interface EdgeStores {
  readonly database: Database;
  /** Appends events to a log in Redis. */
  readonly producer: Redis;
  readonly log: IngestLog;
  readonly cache: Redis;
  readonly subscriber: Redis;
  close(): Promise<void>;
}

/** The limit of one statement, which reads the definitions of one project or the persons of one request. */
const POSTGRES_TIMEOUT_MS = 10_000;
const POSTGRES_POOL_SIZE = 8;

/** @throws if the stores belong to different installations, or Redis is not durable although it is required */
export async function openStores({ config, logger, metrics }: EdgeProcess): Promise<EdgeStores> {
  if (config.REQUIRE_DURABLE_REDIS) await requireDurability(config.REDIS_URL);
  const database = createDatabase(config.DATABASE_URL, {
    poolSize: POSTGRES_POOL_SIZE,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
  });
  const producer = createRedis(config.REDIS_URL, 'producer', logger);
  const cache = createRedis(config.REDIS_URL, 'cache', logger);
  const subscriber = createRedis(config.REDIS_URL, 'pubsub', logger);
  await claimStores({
    register: createInstallationRegister(database),
    marks: [redisMark(cache)],
    adopted: config.ADOPT_STORES,
    logger,
    end: () => process.kill(process.pid, 'SIGTERM'),
  });
  watchDurability(producer, { logger, metrics });
  const log = openIngestLog({
    url: config.INGEST_LOG_URL,
    redis: producer,
    partitions: config.INGEST_PARTITIONS,
    logger,
  });
  return {
    database,
    producer,
    log,
    cache,
    subscriber,
    close: async () => {
      await log.close();
      await Promise.all([...[producer, cache, subscriber].map(closeRedis), database.close()]);
    },
  };
}
