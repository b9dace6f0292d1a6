import type { Logger, Metrics } from '@tidemark/platform';
import { withRequestId } from '@tidemark/platform';
import {
  createBudgetObserver,
  createProjectLookups,
  createQueryLog,
  createQueryMetrics,
  createQueryObserver,
  createQueryStores,
  processQueryJob,
} from '@tidemark/query-engine';
import type { QueueMetrics } from '@tidemark/queues';
import { createQueryJobConsumer } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import type { WorkerStores } from '../open-stores';
import { inTurn } from './in-turn';

interface QueryServiceDeps extends WorkerStores {
  readonly config: QueryWorkerConfig;
  readonly metrics: Metrics;
  readonly queueMetrics: QueueMetrics;
  readonly logger: Logger;
}

/** Starts the consumer of background queries, which logs the cost of each query. */
export function startQueries(deps: QueryServiceDeps) {
  const { config, database, clickhouse, redis, metrics, queueMetrics, logger } = deps;
  const now = (): Date => new Date();
  const stores = createQueryStores(redis, config, now);
  const log = createQueryLog({ clickhouse, logger });
  const jobDeps = {
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
      also: [log.observe, createBudgetObserver({ budget: stores.budget, logger })],
    }),
    now,
    logger,
  };
  const consumer = createQueryJobConsumer({
    redisUrl: config.REDIS_URL,
    secrets: { current: config.SERVICE_SECRET, previous: config.SERVICE_SECRET_PREVIOUS },
    now,
    concurrency: config.QUERY_CONCURRENCY,
    logger,
    metrics: queueMetrics,
    handle: (job) =>
      withRequestId(job.request_id, () =>
        inTurn(jobDeps, job, () => processQueryJob(jobDeps, job)),
      ),
  });
  return {
    check: () => consumer.check(),
    close: () => consumer.close(),
    /** Logs and counts a query that another room runs. */
    observe: jobDeps.observe,
    /** Flushes the query log entries that are still in memory. */
    flushLog: () => log.flush(),
  };
}
