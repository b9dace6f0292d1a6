import type { ImportJob } from '@tidemark/contracts';
import { importJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

export const IMPORT_QUEUE_NAME = 'tidemark-imports';
/** A run that fails for a reason of ours is tried again for about five minutes. */
const ATTEMPTS = 6;
const FIRST_RETRY_MS = 5_000;
/**
 * A run may outlive many workers: it goes on where it stopped. Its record in Postgres has a lease of its own, so a worker
 * that is too busy to renew its lock in time loses nothing.
 */
const STALLS = { lockMs: 20_000, checkEveryMs: 5_000, maxStalls: 1_000 } as const;

export interface ImportQueue {
  /** Queues a run; one that is queued, waits for its next try or is worked on stays as it is. */
  add(job: Pick<ImportJob, 'project_id' | 'run_id'>): Promise<void>;
  close(): Promise<void>;
}

/** Producer side. */
export function createImportQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): ImportQueue {
  const { queue, close } = openQueue<ImportJob>(IMPORT_QUEUE_NAME, deps);
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
    close,
  };
}

/** Consumer side. */
export function createImportJobConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: ImportJob, attempt: JobAttempt) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(IMPORT_QUEUE_NAME, {
    ...deps,
    stalls: STALLS,
    parse: (data) => importJobSchema.parse(data),
  });
}
