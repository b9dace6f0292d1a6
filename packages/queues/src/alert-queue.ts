import type { AlertJob } from '@tidemark/contracts';
import { alertJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

const ALERT_QUEUE_NAME = 'tidemark-alerts';

export interface AlertQueue {
  /** Queues a check, unless one of the same alert is waiting or running. */
  addOnce(job: Pick<AlertJob, 'project_id' | 'alert_id'>): Promise<void>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createAlertQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): AlertQueue {
  const { queue, close } = openQueue<AlertJob>(ALERT_QUEUE_NAME, deps);
  return {
    async addOnce({ project_id, alert_id }) {
      const jobId = `waiting-${alert_id}`;
      await queue.add('check', { v: 1, project_id, alert_id }, { jobId });
    },
    close,
  };
}

/** Processes the jobs of the queue. */
export function createAlertJobConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: AlertJob) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(ALERT_QUEUE_NAME, {
    ...deps,
    parse: (data) => alertJobSchema.parse(data),
    projectOf: (job) => job.project_id,
  });
}
