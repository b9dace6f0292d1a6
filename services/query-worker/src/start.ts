import { clickhouseMark, createClickHouse } from '@tidemark/clickhouse';
import type { RunningService } from '@tidemark/platform';
import {
  claimStores,
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  metricsOnPort,
  openService,
  startTracing,
  withRequestId,
} from '@tidemark/platform';
import { createDatabase, createInstallationRegister } from '@tidemark/postgres';
import {
  createBudgetObserver,
  createProjectLookups,
  createQueryLog,
  createQueryMetrics,
  createQueryObserver,
  createQueryStores,
  processQueryJob,
} from '@tidemark/query-engine';
import { createQueryJobConsumer, createQueueMetrics } from '@tidemark/queues';
import {
  closeRedis,
  createDefinitionsChannel,
  createProcessDirectory,
  createRedis,
  forgetQueryResults,
  redisMark,
} from '@tidemark/redis';
import type { QueryWorkerConfig } from './config';
import { startCohorts } from './cohorts/start-cohorts';
import { startErasures } from './erasures/start-erasures';
import { startExports } from './exports/start-exports';
import { inTurn } from './in-turn';
import { startRetention } from './retention/start-retention';
import { startSamples } from './samples/start-samples';
import { startSquash } from './squash/start-squash';
import { startSurveys } from './surveys/start-surveys';
import { startWarehouse } from './warehouse/start-warehouse';

/** Members of a cohort are written in one statement, however many. */
const POSTGRES_TIMEOUT_MS = 300_000;

/** Wires the stores to the queue and starts taking jobs. */
export async function start(config: QueryWorkerConfig): Promise<RunningService> {
  const logger = createLogger('query-worker', config.LOG_LEVEL);
  await startTracing('query-worker', config, logger);
  const metrics = createMetrics('query-worker');
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
  const redis = createRedis(config.REDIS_URL, 'cache', logger);
  await claimStores({
    register: createInstallationRegister(database),
    marks: [redisMark(redis), clickhouseMark(clickhouse)],
    adopted: config.ADOPT_STORES,
    logger,
    end: () => process.kill(process.pid, 'SIGTERM'),
  });
  const stores = createQueryStores(redis, config, () => new Date());
  const queryLog = createQueryLog({ clickhouse, logger });
  const deps = {
    clickhouse,
    lookups: createProjectLookups(database),
    limits: {
      maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
      maxReadRows: config.QUERY_MAX_READ_ROWS,
    },
    ...stores,
    observe: createQueryObserver({
      metrics: createQueryMetrics(metrics),
      logger,
      slowMs: config.QUERY_SLOW_SECONDS * 1_000,
      also: [queryLog.observe, createBudgetObserver({ budget: stores.budget, logger })],
    }),
    now: () => new Date(),
    logger,
  };
  const queueMetrics = createQueueMetrics(metrics);
  const consumer = createQueryJobConsumer({
    redisUrl: config.REDIS_URL,
    secrets: { current: config.SERVICE_SECRET, previous: config.SERVICE_SECRET_PREVIOUS },
    now: () => new Date(),
    concurrency: config.QUERY_CONCURRENCY,
    logger,
    metrics: queueMetrics,
    handle: (job) =>
      withRequestId(job.request_id, () => inTurn(deps, job, () => processQueryJob(deps, job))),
  });
  const exports = startExports({ config, database, clickhouse, metrics: queueMetrics, logger });
  // Publishing only: the second connection would be for listening.
  const channel = createDefinitionsChannel({ publisher: redis, subscriber: redis, logger });
  const cohorts = startCohorts({
    config,
    database,
    clickhouse,
    channel,
    metrics: queueMetrics,
    logger,
  });
  const surveys = startSurveys({ config, database, channel, metrics: queueMetrics, logger });
  const warehouse = startWarehouse({ config, database, clickhouse, metrics: queueMetrics, logger });
  const erasures = startErasures({
    config,
    database,
    redis,
    metrics: queueMetrics,
    logger,
  });
  const retention = startRetention({
    config,
    database,
    forgetResults: (projectId) => forgetQueryResults(redis, projectId),
    metrics: queueMetrics,
    logger,
  });
  const samples = startSamples({
    config,
    database,
    clickhouse,
    redis,
    channel,
    metrics: queueMetrics,
    logger,
  });
  const squash = startSquash({ config, metrics, queueMetrics, logger });
  const ops = createOpsRoutes({
    checks: [
      { name: 'postgres', check: () => database.check() },
      { name: 'clickhouse', check: () => clickhouse.ping() },
      { name: 'redis', check: () => consumer.check() },
    ],
    metrics,
    serveMetrics: metricsOnPort(config),
  });
  return openService({
    server: createHttpServer(config, ops.listener),
    reports: { service: 'query-worker', register: createProcessDirectory(redis) },
    ops,
    metrics,
    logger,
    config,
    stopWork: async () => {
      await Promise.all([
        consumer.close(),
        exports.close(),
        cohorts.close(),
        surveys.close(),
        squash.close(),
        erasures.close(),
        retention.close(),
        samples.close(),
        warehouse.close(),
      ]);
    },
    closeStores: async () => {
      await queryLog.flush();
      await Promise.all([database.close(), clickhouse.close(), closeRedis(redis)]);
    },
  });
}
