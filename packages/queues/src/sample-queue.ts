import type { SampleJob } from '@tidemark/contracts';
import { sampleJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

export const SAMPLE_QUEUE_NAME = 'tidemark-samples';
/** If stores do not respond, the job is tried again for about a minute. */
const ATTEMPTS = 5;
const FIRST_RETRY_MS = 4_000;

export interface SampleQueue {
  add(job: Omit<SampleJob, 'v'>): Promise<void>;
  close(): Promise<void>;
}

/** Adds jobs for sample projects to the queue. */
export function createSampleQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): SampleQueue {
  const { queue, close } = openQueue<SampleJob>(SAMPLE_QUEUE_NAME, deps);
  return {
    async add(job) {
      await queue.add(
        job.work,
        { v: 1, ...job },
        { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: FIRST_RETRY_MS } },
      );
    },
    close,
  };
}

/** Processes the jobs of the queue. */
export function createSampleJobConsumer(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: SampleJob, attempt: JobAttempt) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(SAMPLE_QUEUE_NAME, {
    ...deps,
    concurrency: 2,
    parse: (data) => sampleJobSchema.parse(data),
  });
}
