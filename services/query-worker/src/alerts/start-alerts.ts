import {
  createAlertChecks,
  createInsightRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import { createAlertJobConsumer, createAlertQueue, createSweeps } from '@tidemark/queues';
import { createAlertMetrics } from './alert-metrics';
import type { AlertDeps } from './check-alert';
import { checkAlert } from './check-alert';
import type { OwnQueryDeps } from '../own-queries';
import { askDeps } from '../own-queries';

/** The maximum number that one sweep queues; the next sweep continues. */
const MAX_QUEUED = 500;

/** Checks due alerts: the sweeps of the workers take turns in queueing checks, and any worker runs them. */
export function startAlerts(deps: OwnQueryDeps): { close(): Promise<void> } {
  const { config, database, logger } = deps;
  const stopping = new AbortController();
  const connection = { redisUrl: config.REDIS_URL, logger, metrics: deps.queueMetrics };
  const queue = createAlertQueue(connection);
  const checks = createAlertChecks(database);
  const check: AlertDeps = {
    ...askDeps(deps),
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
