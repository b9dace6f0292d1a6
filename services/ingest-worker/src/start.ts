import { createClickHouse } from '@tidemark/clickhouse';
import { openGeoip } from '@tidemark/geoip';
import { SALT_LIFETIME_SECONDS } from '@tidemark/domain';
import type { RunningService } from '@tidemark/platform';
import {
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  openService,
  startTracing,
} from '@tidemark/platform';
import { createDatabase, createIdentityStore, createProjectRepository } from '@tidemark/postgres';
import {
  closeRedis,
  createArrivalMarks,
  createPersonPropertiesCache,
  createRedis,
  createVisitorStore,
  requireDurability,
  watchDurability,
} from '@tidemark/redis';
import type { IngestWorkerConfig } from './config';
import { createProjectFacts } from './projects-cache';
import { startLanes } from './loop/lanes';
import { watchLog } from './loop/watch-log';
import { createWorkerMetrics } from './worker-metrics';

/** A range that takes longer has hung: it fails and is tried again. */
const CLICKHOUSE_TIMEOUT_MS = 60_000;
/** A worker decides within a transaction; it must not lose it for being busy with that. */
const SHORTEST_IDLE_MS = 5_000;
/** A whole range is one statement per table: seconds at the worst. */
const POSTGRES_TIMEOUT_MS = 60_000;

/** Wires the stores together and starts consuming. */
export async function start(config: IngestWorkerConfig): Promise<RunningService> {
  if (config.REQUIRE_DURABLE_REDIS) await requireDurability(config.REDIS_URL);
  const logger = createLogger('ingest-worker', config.LOG_LEVEL);
  await startTracing('ingest-worker', config, logger);
  const geoip = await openGeoip({ path: config.GEOIP_MMDB_PATH, logger });
  const metrics = createMetrics('ingest-worker');
  const workerMetrics = createWorkerMetrics(metrics);
  const database = createDatabase(config.DATABASE_URL, {
    poolSize: 2 + 2 * config.INGEST_LANES,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
    idleInTransactionMs: Math.max(SHORTEST_IDLE_MS, 2 * config.INGEST_LEASE_MS),
  });
  const clickhouse = createClickHouse({
    url: config.CLICKHOUSE_URL,
    logger,
    requestTimeoutMs: CLICKHOUSE_TIMEOUT_MS,
  });
  const consumerRedis = createRedis(config.REDIS_URL, 'consumer', logger);
  // Nobody waits for what is written here, and a busy worker may be late to see that it is done: the one
  // second of role `cache` would fail whole ranges.
  const cacheRedis = createRedis(config.REDIS_URL, 'consumer', logger);
  watchDurability(consumerRedis, { logger, metrics });
  const projectRepository = createProjectRepository(database);
  const shared = {
    clickhouse,
    identity: createIdentityStore(database),
    personCache: createPersonPropertiesCache(cacheRedis),
    arrivals: createArrivalMarks(cacheRedis),
    visitors: createVisitorStore(cacheRedis, SALT_LIFETIME_SECONDS),
    projects: createProjectFacts({
      findById: (id) => projectRepository.findById(id),
      now: () => Date.now(),
    }),
    locate: (ip: string) => geoip?.lookup(ip) ?? null,
    metrics: workerMetrics,
    logger,
  };
  const lanes = startLanes(config.INGEST_LANES, {
    shared,
    database,
    consumer: {
      redis: consumerRedis,
      partitions: config.INGEST_PARTITIONS,
      leaseMs: config.INGEST_LEASE_MS,
      maxDeadLetters: config.INGEST_MAX_DEAD_LETTERS,
    },
    rangeSize: config.INGEST_RANGE_SIZE,
  });
  const watch = watchLog({
    log: lanes,
    metrics: workerMetrics,
    maxDeadLetters: config.INGEST_MAX_DEAD_LETTERS,
    logger,
  });
  const ops = createOpsRoutes({
    checks: [
      { name: 'consumption', check: () => lanes.check() },
      { name: 'postgres', check: () => database.check() },
      { name: 'clickhouse', check: () => clickhouse.ping() },
      { name: 'redis', check: () => lanes.lag().then(() => undefined) },
      { name: 'dead_letters', check: () => watch.checkDeadLetters() },
    ],
    metrics,
    serveMetrics: config.METRICS_PORT === undefined,
  });
  return openService({
    server: createHttpServer(config, ops.listener),
    ops,
    metrics,
    logger,
    config,
    stopWork: () => {
      watch.stop();
      return lanes.stop();
    },
    closeStores: () =>
      Promise.all([
        database.close(),
        clickhouse.close(),
        closeRedis(consumerRedis),
        closeRedis(cacheRedis),
      ]),
  });
}
