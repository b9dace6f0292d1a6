import type { ExportJob } from '@tidemark/contracts';
import { exportJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import type { RunQueue } from './run-queue';
import { openRunQueue } from './run-queue';

export const EXPORT_QUEUE_NAME = 'tidemark-exports';

export interface ExportQueue extends RunQueue {
  /** Removes a waiting job. The worker of a cancelled run that is running notices the cancellation itself. */
  remove(runId: string): Promise<void>;
}

/** Adds jobs to the queue. */
export function createExportQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): ExportQueue {
  const { queue, add, close } = openRunQueue(EXPORT_QUEUE_NAME, deps);
  return {
    add,
    async remove(runId) {
      const job = await queue.getJob(runId);
      if (job !== undefined && !(await job.isActive())) await queue.remove(runId);
    },
    close,
  };
}

/** Processes the jobs of the queue. */
export function createExportJobConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: ExportJob, attempt: JobAttempt) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(EXPORT_QUEUE_NAME, {
    ...deps,
    parse: (data) => exportJobSchema.parse(data),
    projectOf: (job) => job.project_id,
  });
}
