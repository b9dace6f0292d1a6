import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

/** Separate queues, because a sweep must not wait for calculations, or for exports that take hours. */
const QUEUE_NAMES = {
  alerts: 'tidemark-alert-sweeps',
  cohorts: 'tidemark-cohort-sweeps',
  deliveries: 'tidemark-delivery-sweeps',
  delivery_upkeep: 'tidemark-delivery-upkeep-sweeps',
  internal_events: 'tidemark-internal-event-sweeps',
  alert_mails: 'tidemark-alert-mail-sweeps',
  event_deletions: 'tidemark-event-deletion-sweeps',
  erasures: 'tidemark-erasure-sweeps',
  exports: 'tidemark-export-sweeps',
  imports: 'tidemark-import-sweeps',
  guardedRollouts: 'tidemark-guarded-rollout-sweeps',
  scheduledChanges: 'tidemark-scheduled-change-sweeps',
  retention: 'tidemark-retention-sweeps',
  subscriptions: 'tidemark-subscription-sweeps',
  subscription_messages: 'tidemark-subscription-message-sweeps',
  surveys: 'tidemark-survey-sweeps',
  usage: 'tidemark-usage-sweeps',
  warehouse: 'tidemark-warehouse-sweeps',
} as const;
const SWEEP = 'sweep';

/**
 * Runs a sweep every `everyMs`, one at a time, in any free worker. The schedule is in Redis; all workers share it,
 * and it is kept when they stop.
 */
export function createSweeps(
  what: keyof typeof QUEUE_NAMES,
  deps: {
    readonly redisUrl: string;
    readonly everyMs: number;
    readonly logger: Logger;
    readonly metrics: QueueMetrics;
    readonly sweep: () => Promise<void>;
  },
): JobConsumer {
  const name = QUEUE_NAMES[what];
  const { queue, close } = openQueue<Record<string, never>>(name, deps);
  const consumer = createJobConsumer(name, {
    ...deps,
    concurrency: 1,
    parse: () => undefined,
    handle: () => deps.sweep(),
  });
  queue
    .upsertJobScheduler(SWEEP, { every: deps.everyMs }, { name: SWEEP, data: {} })
    .catch((error: unknown) =>
      deps.logger.error({ err: error, what }, 'the regular sweeps could not be scheduled'),
    );
  return {
    async close() {
      await consumer.close();
      await close();
    },
    check: () => consumer.check(),
  };
}
