import type { SubscriptionJob } from '@tidemark/contracts';
import { subscriptionJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

const SUBSCRIPTION_QUEUE_NAME = 'tidemark-subscriptions';

export interface SubscriptionQueue {
  /** Queues a delivery for composing, unless it is already waiting or running. */
  addOnce(job: Pick<SubscriptionJob, 'project_id' | 'delivery_id'>): Promise<void>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createSubscriptionQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): SubscriptionQueue {
  const { queue, close } = openQueue<SubscriptionJob>(SUBSCRIPTION_QUEUE_NAME, deps);
  return {
    async addOnce({ project_id, delivery_id }) {
      const jobId = `waiting-${delivery_id}`;
      await queue.add('compose', { v: 1, project_id, delivery_id }, { jobId });
    },
    close,
  };
}

/** Processes the jobs of the queue. */
export function createSubscriptionConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: SubscriptionJob) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(SUBSCRIPTION_QUEUE_NAME, {
    ...deps,
    parse: (data) => subscriptionJobSchema.parse(data),
    projectOf: (job) => job.project_id,
  });
}
