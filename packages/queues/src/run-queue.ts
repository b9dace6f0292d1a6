import type { Logger } from '@tidemark/platform';
import type { Queue } from 'bullmq';
import { openQueue } from './job-queue';

/** A job for a run. It only refers to the run's record in Postgres, which has the details. */
interface RunJob {
  readonly v: 1;
  readonly project_id: number;
  readonly run_id: string;
}

/** A failing run is tried again for about five minutes. */
const ATTEMPTS = 6;
const FIRST_RETRY_MS = 5_000;

export interface RunQueue {
  /** Queues a run, unless it is already queued, waiting for its next attempt, or running. */
  readonly add: (job: Pick<RunJob, 'project_id' | 'run_id'>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Adds jobs to a queue of runs. */
export function openRunQueue(
  name: string,
  deps: { readonly redisUrl: string; readonly logger: Logger },
): RunQueue & { readonly queue: Queue<RunJob> } {
  const { queue, close } = openQueue<RunJob>(name, deps);
  return {
    queue,
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
