import type { ExportJob } from '@tidemark/contracts';
import { exportJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

export const EXPORT_QUEUE_NAME = 'tidemark-exports';
/** A run that fails for a while is tried again for about five minutes. */
const ATTEMPTS = 6;
const FIRST_RETRY_MS = 5_000;

export interface ExportQueue {
  /** Queues a run; one that is queued, waits for its next try or is worked on stays as it is. */
  add(job: Pick<ExportJob, 'project_id' | 'run_id'>): Promise<void>;
  /** Takes a waiting job out; who works on a cancelled run notices by itself. */
  remove(runId: string): Promise<void>;
  close(): Promise<void>;
}

/** Producer side. */
export function createExportQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): ExportQueue {
  const { queue, close } = openQueue<ExportJob>(EXPORT_QUEUE_NAME, deps);
  return {
    async add({ project_id, run_id }) {
      await queue.add(
        'run',
        { v: 1, project_id, run_id },
        {
          jobId: run_id,
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
        },
      );
    },
    async remove(runId) {
      const job = await queue.getJob(runId);
      if (job !== undefined && !(await job.isActive())) await queue.remove(runId);
    },
    close,
  };
}

/** Consumer side. */
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
