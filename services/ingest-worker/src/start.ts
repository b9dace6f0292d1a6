import type { ClickHouse } from '@tidemark/clickhouse';
import { clickhouseMark, createClickHouse } from '@tidemark/clickhouse';
import type { GeoipLookup } from '@tidemark/geoip';
import { openGeoip } from '@tidemark/geoip';
import { SALT_LIFETIME_SECONDS } from '@tidemark/domain';
import type { IngestLog } from '@tidemark/log-drivers';
import { openIngestLog } from '@tidemark/log-drivers';
import type { DiskWatch, HealthCheck, Logger, Metrics, RunningService } from '@tidemark/platform';
import {
  claimStores,
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  metricsOnPort,
  openService,
  startTracing,
  watchDisk,
} from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createDatabase,
  createIdentityStore,
  createInstallationRegister,
  createProjectRepository,
  readEnabledRules,
  readProjectSources,
  recordDeliveries,
  recordInternalEvents,
  releaseDeliveries,
} from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import {
  closeRedis,
  createArrivalMarks,
  createPersonPropertiesCache,
  createProcessDirectory,
  createRecentEvents,
  createRedis,
  createVisitorStore,
  redisMark,
  requireDurability,
  watchDurability,
} from '@tidemark/redis';
import type { IngestWorkerConfig } from './config';
import { createProjectRules } from './ingestion-rules/project-rules';
import { createDeliveries } from './destinations/note-deliveries';
import { createDestinationSources } from './destinations/project-sources';
import { createProjectFacts } from './projects-cache';
import type { Lanes } from './loop/lanes';
import { startLanes } from './loop/lanes';
import { watchLog } from './loop/watch-log';
import { createUsageCounter } from './usage/count-usage';
import type { WorkerMetrics } from './worker-metrics';
import { createWorkerMetrics } from './worker-metrics';

/** The timeout of ClickHouse: a range that takes longer fails and is tried again. */
const CLICKHOUSE_TIMEOUT_MS = 60_000;
/** The minimum timeout of idle transactions, during which a worker may compute without losing its transaction. */
const SHORTEST_IDLE_MS = 5_000;
/** Deliveries are due after this time if the worker ends before it has stored their events. */
const DELIVERY_DUE_MS = 1_000;
/** A range needs one statement per table, which takes a few seconds at most. */
const POSTGRES_TIMEOUT_MS = 60_000;

/** The objects that every part of the process uses. */
interface WorkerProcess {
  readonly config: IngestWorkerConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly workerMetrics: WorkerMetrics;
}

/** Connections to the stores. */
interface WorkerStores {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly log: IngestLog;
  readonly cache: Redis;
  close(): Promise<unknown>;
}

/** Opens the stores and starts the lanes. */
export async function start(config: IngestWorkerConfig): Promise<RunningService> {
  if (config.REQUIRE_DURABLE_REDIS) await requireDurability(config.REDIS_URL);
  const logger = createLogger('ingest-worker', config.LOG_LEVEL);
  await startTracing('ingest-worker', config, logger);
  const geoip = await openGeoip({ path: config.GEOIP_MMDB_PATH, logger });
  const metrics = createMetrics('ingest-worker');
  const worker = { config, logger, metrics, workerMetrics: createWorkerMetrics(metrics) };
  const stores = await openStores(worker);
  const disk = openDiskWatch(worker);
  const lanes = openLanes(worker, stores, geoip, disk);
  const watch = watchLog({
    log: lanes,
    metrics: worker.workerMetrics,
    maxDeadLetters: config.INGEST_MAX_DEAD_LETTERS,
    logger,
  });
  const ops = createOpsRoutes({
    checks: [
      { name: 'consumption', check: () => lanes.check() },
      { name: 'postgres', check: () => stores.database.check() },
      { name: 'clickhouse', check: () => stores.clickhouse.ping() },
      ...logChecks(config, stores, lanes),
      ...(disk === null ? [] : [{ name: 'disk', check: () => disk.check() }]),
      { name: 'dead_letters', check: () => watch.checkDeadLetters() },
    ],
    metrics,
    serveMetrics: metricsOnPort(config),
  });
  return openService({
    server: createHttpServer(config, ops.listener),
    reports: { service: 'ingest-worker', register: createProcessDirectory(stores.cache) },
    ops,
    metrics,
    logger,
    config,
    stopWork: () => {
      watch.stop();
      return lanes.stop();
    },
    closeStores: () => stores.close(),
  });
}

/** Checks the length of a log in Redis; with Kafka, Redis has only leases and caches. */
function logChecks(
  config: IngestWorkerConfig,
  { log, cache }: WorkerStores,
  lanes: Lanes,
): readonly HealthCheck[] {
  if (config.INGEST_LOG_URL === undefined) {
    return [{ name: 'redis', check: () => lanes.lag().then(() => undefined) }];
  }
  return [
    { name: 'redis', check: () => cache.ping().then(() => undefined) },
    { name: 'ingest_log', check: () => log.check() },
  ];
}

async function openStores({ config, logger, metrics }: WorkerProcess): Promise<WorkerStores> {
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
  const consumer = createRedis(config.REDIS_URL, 'consumer', logger);
  // A busy worker may read responses late. With the role `cache`, whose timeout is one second, whole ranges
  // would fail.
  const cache = createRedis(config.REDIS_URL, 'consumer', logger);
  await claimStores({
    register: createInstallationRegister(database),
    marks: [redisMark(cache), clickhouseMark(clickhouse)],
    adopted: config.ADOPT_STORES,
    logger,
    end: () => process.kill(process.pid, 'SIGTERM'),
  });
  watchDurability(consumer, { logger, metrics });
  const log = openIngestLog({
    url: config.INGEST_LOG_URL,
    redis: consumer,
    partitions: config.INGEST_PARTITIONS,
    logger,
  });
  return {
    database,
    clickhouse,
    log,
    cache,
    close: async () => {
      await log.close();
      await Promise.all([
        ...[database.close(), clickhouse.close()],
        ...[closeRedis(consumer), closeRedis(cache)],
      ]);
    },
  };
}

/** The worker needs half of the space that capture leaves free, so that accepted events can still be stored. */
function openDiskWatch({ config, logger }: WorkerProcess): DiskWatch | null {
  if (config.DISK_WATCH_PATH === undefined) return null;
  return watchDisk({
    path: config.DISK_WATCH_PATH,
    minFreeBytes: config.DISK_MIN_FREE_BYTES / 2,
    onChange: (isLow, free) =>
      isLow
        ? logger.warn({ free }, 'ingestion pauses: the disk of the stores is nearly full')
        : logger.info({ free }, 'ingestion continues: the disk of the stores has space'),
  });
}

function openLanes(
  { config, logger, workerMetrics }: WorkerProcess,
  { database, clickhouse, log, cache }: WorkerStores,
  geoip: GeoipLookup | null,
  disk: DiskWatch | null,
): Lanes {
  const projects = createProjectRepository(database);
  return startLanes(config.INGEST_LANES, {
    shared: {
      clickhouse,
      identity: createIdentityStore(database),
      personCache: createPersonPropertiesCache(cache),
      arrivals: createArrivalMarks(cache),
      visitors: createVisitorStore(cache, SALT_LIFETIME_SECONDS),
      deliveries: createDeliveries({
        sources: createDestinationSources({
          read: (id) => readProjectSources(database, id),
          now: () => Date.now(),
          logger,
        }),
        record: (deliveries) =>
          recordDeliveries(database, deliveries, { dueInMs: DELIVERY_DUE_MS }),
        release: (ids) => releaseDeliveries(database, ids),
      }),
      recentEvents: createRecentEvents(cache, Date.now),
      recordInternalEvents: (events) => recordInternalEvents(database.db, events),
      projects: createProjectFacts({
        findById: (id) => projects.findById(id),
        now: () => Date.now(),
      }),
      rules: createProjectRules({
        read: (ids) => readEnabledRules(database, ids),
        secret: config.INGESTION_RULES_KEY,
        now: () => Date.now(),
      }),
      usage: createUsageCounter(
        database,
        config.INGEST_LOG_URL === undefined ? 'redis' : 'kafka',
        () => new Date(),
      ),
      locate: (ip: string) => geoip?.lookup(ip) ?? null,
      metrics: workerMetrics,
      logger,
    },
    database,
    log,
    consumer: {
      partitions: config.INGEST_PARTITIONS,
      leaseMs: config.INGEST_LEASE_MS,
      maxDeadLetters: config.INGEST_MAX_DEAD_LETTERS,
    },
    rangeSize: config.INGEST_RANGE_SIZE,
    isPaused: () => disk?.isLow() ?? false,
  });
}
