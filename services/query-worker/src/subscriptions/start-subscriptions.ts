import {
  createDashboardRepository,
  createDashboardTileStore,
  createInsightRepository,
  createProjectRepository,
  createSubscriptionWork,
} from '@tidemark/postgres';
import {
  createSubscriptionConsumer,
  createSubscriptionQueue,
  createSweeps,
} from '@tidemark/queues';
import type { ComposeDeps } from './compose-delivery';
import { composeDelivery } from './compose-delivery';
import { planDue } from './plan-due';
import { createSubscriptionMetrics } from './subscription-metrics';
import type { OwnQueryDeps } from '../own-queries';
import { askDeps } from '../own-queries';

/** The maximum number in one sweep; the next sweep continues. */
const MAX_DUE = 500;

/**
 * Composes the messages of subscriptions: the sweeps of the workers take turns in starting deliveries, and any worker
 * composes them.
 */
export function startSubscriptions(deps: OwnQueryDeps): { close(): Promise<void> } {
  const { config, database, logger } = deps;
  const stopping = new AbortController();
  const connection = { redisUrl: config.REDIS_URL, logger, metrics: deps.queueMetrics };
  const queue = createSubscriptionQueue(connection);
  const work = createSubscriptionWork(database);
  const now = () => new Date();
  const compose: ComposeDeps = {
    ...askDeps(deps),
    now,
    work,
    insights: createInsightRepository(database),
    dashboards: createDashboardRepository(database),
    tiles: createDashboardTileStore(database),
    projects: createProjectRepository(database),
    metrics: createSubscriptionMetrics(deps.metrics),
    stopping: stopping.signal,
    logger,
  };
  const consumer = createSubscriptionConsumer({
    ...connection,
    concurrency: config.SUBSCRIPTION_CONCURRENCY,
    handle: (job) => composeDelivery(compose, job),
  });
  const sweeps = createSweeps('subscriptions', {
    ...connection,
    everyMs: config.SUBSCRIPTION_SWEEP_SECONDS * 1_000,
    sweep: async () => {
      await planDue(compose, MAX_DUE);
      for (const { projectId, deliveryId } of await work.listWaiting('composing', now(), MAX_DUE)) {
        await queue.addOnce({ project_id: projectId, delivery_id: deliveryId });
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
