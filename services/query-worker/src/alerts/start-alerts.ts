import type { ClickHouse } from '@tidemark/clickhouse';
import type { Logger, Metrics } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createAlertChecks,
  createInsightRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import type { QueryObserver } from '@tidemark/query-engine';
import { createProjectLookups } from '@tidemark/query-engine';
import type { QueueMetrics } from '@tidemark/queues';
import { createAlertJobConsumer, createAlertQueue, createSweeps } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import { createAlertMetrics } from './alert-metrics';
import type { AlertDeps } from './check-alert';
import { checkAlert } from './check-alert';

/** The maximum number that one sweep queues; the next sweep continues. */
const MAX_QUEUED = 500;

/** Checks due alerts: the sweeps of the workers take turns in queueing checks, and any worker runs them. */
export function startAlerts(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly metrics: Metrics;
  readonly queueMetrics: QueueMetrics;
  readonly observe: QueryObserver;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, clickhouse, observe, logger } = deps;
  const stopping = new AbortController();
  const connection = { redisUrl: config.REDIS_URL, logger, metrics: deps.queueMetrics };
  const queue = createAlertQueue(connection);
  const checks = createAlertChecks(database);
  const check: AlertDeps = {
    clickhouse,
    lookups: createProjectLookups(database),
    limits: {
      maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
      maxReadRows: config.QUERY_MAX_READ_ROWS,
    },
    observe,
    now: () => new Date(),
    checks,
    insights: createInsightRepository(database),
    projects: createProjectRepository(database),
    metrics: createAlertMetrics(deps.metrics),
    stopping: stopping.signal,
    logger,
  };
  const consumer = createAlertJobConsumer({
    ...connection,
    concurrency: config.ALERT_CONCURRENCY,
    handle: (job) => checkAlert(check, job),
  });
  const sweeps = createSweeps('alerts', {
    ...connection,
    everyMs: config.ALERT_SWEEP_SECONDS * 1_000,
    sweep: async () => {
      for (const { projectId, alertId } of await checks.listDue(new Date(), MAX_QUEUED)) {
        await queue.addOnce({ project_id: projectId, alert_id: alertId });
      }
    },
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([consumer.close(), sweeps.close()]);
      await queue.close();
    },
  };
}
