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
  experiments: 'tidemark-experiment-sweeps',
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
/** How often each worker writes the schedule again. */
const RENEW_MS = 10_000;

/**
 * Runs a sweep every `everyMs`, one at a time, in any free worker. The schedule is in Redis; all workers share it,
 * and it is kept when they stop. Each run of the job adds the next one, so nothing would run any more after Redis lost
 * its data or a job was given up with its worker. Therefore each worker writes the schedule again, which replaces the
 * next run by the same one.
 * @param deps `renewMs`: how often the schedule is written, in milliseconds
 */
export function createSweeps(
  what: keyof typeof QUEUE_NAMES,
  deps: {
    readonly redisUrl: string;
    readonly everyMs: number;
    readonly logger: Logger;
    readonly metrics: QueueMetrics;
    readonly sweep: () => Promise<void>;
    readonly renewMs?: number;
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
  let isScheduling = false;
  const schedule = async (): Promise<void> => {
    // While Redis is unavailable, the write waits.
    if (isScheduling) return;
    isScheduling = true;
    try {
      await queue.upsertJobScheduler(SWEEP, { every: deps.everyMs }, { name: SWEEP, data: {} });
    } catch (error) {
      deps.logger.error({ err: error, what }, 'the regular sweeps could not be scheduled');
    } finally {
      isScheduling = false;
    }
  };
  void schedule();
  const renewal = setInterval(() => void schedule(), deps.renewMs ?? RENEW_MS);
  return {
    async close() {
      clearInterval(renewal);
      await consumer.close();
      await close();
    },
    check: () => consumer.check(),
  };
}
