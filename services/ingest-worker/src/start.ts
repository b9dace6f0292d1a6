import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createClickHouse } from '@tidemark/clickhouse';
import { openGeoip } from '@tidemark/geoip';
import { SALT_LIFETIME_SECONDS } from '@tidemark/domain';
import type { RunningService } from '@tidemark/platform';
import { createLogger, createMetrics, createOpsRoutes, openService } from '@tidemark/platform';
import {
  createDatabase,
  createIdentityStore,
  createPartitionFences,
  createProjectRepository,
  saveSightings,
} from '@tidemark/postgres';
import type { LogRecord } from '@tidemark/redis';
import {
  closeRedis,
  createIngestLogConsumer,
  createPersonPropertiesCache,
  createRedis,
  createVisitorStore,
  requireDurability,
  watchDurability,
} from '@tidemark/redis';
import type { IngestWorkerConfig } from './config';
import { startIngestLoop } from './loop/ingest-loop';
import { createProjectFacts } from './projects-cache';
import { drainOutbox } from './publish/drain-outbox';
import { watchLog } from './loop/watch-log';
import { createOwnedFences } from './range/fences';
import { isolateCulprit } from './range/isolate-culprit';
import { createLateCopies } from './range/late-copies';
import { leaveLost } from './range/leave-lost';
import { processRange } from './range/process-range';
import { createTaxonomy } from './taxonomy/taxonomy';
import { createDiscard } from './warnings/discard';
import { createWorkerMetrics } from './worker-metrics';

/** A range that takes longer has hung: it fails and is tried again. */
const CLICKHOUSE_TIMEOUT_MS = 60_000;
/** A worker decides within a transaction; it must not lose it for being busy with that. */
const SHORTEST_IDLE_MS = 5_000;

/** Wires the stores together and starts consuming. */
export async function start(config: IngestWorkerConfig): Promise<RunningService> {
  if (config.REQUIRE_DURABLE_REDIS) await requireDurability(config.REDIS_URL);
  const logger = createLogger('ingest-worker', config.LOG_LEVEL);
  const geoip = await openGeoip({ path: config.GEOIP_MMDB_PATH, logger });
  const metrics = createMetrics('ingest-worker');
  const workerMetrics = createWorkerMetrics(metrics);
  const database = createDatabase(config.DATABASE_URL, {
    poolSize: 4,
    logger,
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
  const fences = createOwnedFences(createPartitionFences(database));
  const log = createIngestLogConsumer({
    redis: consumerRedis,
    partitions: config.INGEST_PARTITIONS,
    owner: `ingest-worker-${randomUUID()}`,
    leaseMs: config.INGEST_LEASE_MS,
    maxDeadLetters: config.INGEST_MAX_DEAD_LETTERS,
    onClaimed: (partitions) => fences.claim(partitions),
    onLeaseChange: (change, partitions) => {
      workerMetrics.countLeases(change, partitions);
      // Their owner may have died between its commit and the publishing of it.
      if (change === 'taken_over') loop.publishLeftovers();
    },
  });
  const watch = watchLog({
    log,
    metrics: workerMetrics,
    maxDeadLetters: config.INGEST_MAX_DEAD_LETTERS,
    logger,
  });
  const identity = createIdentityStore(database);
  const projectRepository = createProjectRepository(database);
  const personCache = createPersonPropertiesCache(cacheRedis);
  const lateCopies = createLateCopies({ log, clickhouse, metrics: workerMetrics, logger });
  const rangeDeps = {
    log,
    fences,
    lateCopies,
    discard: createDiscard({ log, clickhouse, metrics: workerMetrics }),
    clickhouse,
    identity,
    personCache,
    visitors: createVisitorStore(cacheRedis, SALT_LIFETIME_SECONDS),
    projects: createProjectFacts({
      findById: (id) => projectRepository.findById(id),
      now: () => Date.now(),
    }),
    locate: (ip: string) => geoip?.lookup(ip) ?? null,
    taxonomy: createTaxonomy({
      save: (sightings, seenAt) => saveSightings(database, sightings, seenAt),
      now: () => new Date(),
      metrics: workerMetrics,
      logger,
    }),
    metrics: workerMetrics,
    logger,
  };
  const processOne = (records: readonly LogRecord[]): Promise<void> =>
    processRange(rangeDeps, records);
  const processRest = (records: readonly LogRecord[]): Promise<void> =>
    isolateCulprit({ ...rangeDeps, process: processOne }, records);
  const loop = startIngestLoop({
    log,
    process: (records) =>
      leaveLost(
        { ...rangeDeps, onLeft: () => loop.publishLeftovers(), process: processRest },
        records,
      ),
    removeLateCopies: () => lateCopies.remove(),
    onOwned: (partitions) => watch.own(partitions),
    drainOutbox: (minAgeMs) =>
      drainOutbox({ identity, clickhouse, personCache, metrics: workerMetrics }, minAgeMs),
    rangeSize: config.INGEST_RANGE_SIZE,
    metrics: workerMetrics,
    logger,
  });
  const ops = createOpsRoutes({
    checks: [
      { name: 'consumption', check: () => loop.check() },
      { name: 'postgres', check: () => database.check() },
      { name: 'clickhouse', check: () => clickhouse.ping() },
      { name: 'redis', check: () => log.lag().then(() => undefined) },
      { name: 'dead_letters', check: () => watch.checkDeadLetters() },
    ],
    metrics,
    serveMetrics: config.METRICS_PORT === undefined,
  });
  return openService({
    server: createServer(ops.listener),
    ops,
    metrics,
    logger,
    config,
    stopWork: () => {
      watch.stop();
      return loop.stop();
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
