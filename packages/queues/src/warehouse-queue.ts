import type { WarehouseJob } from '@tidemark/contracts';
import { warehouseJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

export const WAREHOUSE_QUEUE_NAME = 'tidemark-warehouse';
/** If a source is unavailable, the job is tried again for about a minute. */
const ATTEMPTS = 4;
const FIRST_RETRY_MS = 5_000;

export interface WarehouseQueue {
  /** Queues a load, unless one of the same revision is waiting or running. */
  add(
    job: Pick<WarehouseJob, 'project_id' | 'table_number'> & { readonly revision: number },
  ): Promise<void>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createWarehouseQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): WarehouseQueue {
  const { queue, close } = openQueue<WarehouseJob>(WAREHOUSE_QUEUE_NAME, deps);
  return {
    async add({ project_id, table_number, revision }) {
      await queue.add(
        'load',
        { v: 1, project_id, table_number },
        {
          jobId: `load-${table_number}-${revision}`,
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
        },
      );
    },
    close,
  };
}

/** Processes the jobs of the queue. */
export function createWarehouseJobConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: WarehouseJob, attempt: JobAttempt) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(WAREHOUSE_QUEUE_NAME, {
    ...deps,
    parse: (data) => warehouseJobSchema.parse(data),
    projectOf: (job) => job.project_id,
  });
}
