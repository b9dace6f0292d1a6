import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

/** A queue of its own: a sweep must not wait behind calculations. */
const QUEUE_NAME = 'tidemark-cohort-sweeps';
const SWEEP = 'sweep';

/** Sweeps every so many ms: one at a time, whichever worker is free. */
export function createCohortSweeps(deps: {
  readonly redisUrl: string;
  readonly everyMs: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly sweep: () => Promise<void>;
}): JobConsumer {
  const { queue, close } = openQueue<Record<string, never>>(QUEUE_NAME, deps);
  const consumer = createJobConsumer(QUEUE_NAME, {
    ...deps,
    concurrency: 1,
    parse: () => undefined,
    handle: () => deps.sweep(),
  });
  queue
    .upsertJobScheduler(SWEEP, { every: deps.everyMs }, { name: SWEEP, data: {} })
    .catch((error: unknown) => deps.logger.error({ err: error }, 'cohort sweeps not scheduled'));
  return {
    async close() {
      await consumer.close();
      await close();
    },
    check: () => consumer.check(),
  };
}
