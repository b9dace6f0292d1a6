import type { CohortJob } from '@tidemark/contracts';
import { cohortJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

export const COHORT_QUEUE_NAME = 'tidemark-cohorts';

export interface CohortQueue {
  /** Queues a calculation after a change, even if one is running, because that one may have read the previous state. */
  add(job: Pick<CohortJob, 'project_id' | 'cohort_id'>): Promise<void>;
  /** Queues a calculation, unless one that was queued by this method is waiting or running. */
  addOnce(job: Pick<CohortJob, 'project_id' | 'cohort_id'>): Promise<void>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createCohortQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): CohortQueue {
  const { queue, close } = openQueue<CohortJob>(COHORT_QUEUE_NAME, deps);
  return {
    async add({ project_id, cohort_id }) {
      await queue.add('calculate', { v: 1, project_id, cohort_id });
    },
    async addOnce({ project_id, cohort_id }) {
      const jobId = `waiting-${cohort_id}`;
      await queue.add('calculate', { v: 1, project_id, cohort_id }, { jobId });
    },
    close,
  };
}

/** Processes the jobs of the queue. */
export function createCohortJobConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: CohortJob) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(COHORT_QUEUE_NAME, {
    ...deps,
    parse: (data) => cohortJobSchema.parse(data),
    projectOf: (job) => job.project_id,
  });
}
