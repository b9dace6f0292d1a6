import type { ImportJob } from '@tidemark/contracts';
import { importJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import type { RunQueue } from './run-queue';
import { openRunQueue } from './run-queue';

export const IMPORT_QUEUE_NAME = 'tidemark-imports';
/**
 * A run may outlive many workers, because it continues where it stopped. Its record in Postgres has its own lease, so
 * a worker that is too busy to renew the job's lock in time loses nothing.
 */
const STALLS = { lockMs: 20_000, checkEveryMs: 5_000, maxStalls: 1_000 } as const;

export type ImportQueue = RunQueue;

/** Adds jobs to the queue. */
export function createImportQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): ImportQueue {
  const { add, close } = openRunQueue(IMPORT_QUEUE_NAME, deps);
  return { add, close };
}

/** Processes the jobs of the queue. */
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
