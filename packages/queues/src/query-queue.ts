import type { QueryJob, SignedJob } from '@tidemark/contracts';
import { queryJobSchema } from '@tidemark/contracts';
import type { Logger, SigningSecrets } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';
import { createJobTokens, openSignedJob, signJob } from './signed-jobs';

export const QUERY_QUEUE_NAME = 'tidemark-queries';
const AUDIENCE = 'tidemark-query-worker';

/** A client waits for the response, so another worker takes the job of a dead one within ten seconds. */
const STALLS = { lockMs: 6_000, checkEveryMs: 2_000, maxStalls: 2 } as const;

export interface QueryQueue {
  add(job: QueryJob): Promise<void>;
  /** Removes a waiting job; a running one is cancelled by the caller. */
  remove(runToken: string): Promise<void>;
  /** Whether a job is waiting or running. */
  has(runToken: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createQueryQueue(deps: {
  readonly redisUrl: string;
  readonly secrets: SigningSecrets;
  readonly now: () => Date;
  readonly logger: Logger;
}): QueryQueue {
  const { queue, close } = openQueue<SignedJob>(QUERY_QUEUE_NAME, deps);
  const tokens = createJobTokens(AUDIENCE, deps.secrets, deps.now);
  return {
    async add(job) {
      await queue.add('run', signJob(tokens, job), { jobId: job.run_token });
    },
    async remove(runToken) {
      const job = await queue.getJob(runToken);
      if (job !== undefined && !(await job.isActive())) await queue.remove(runToken);
    },
    async has(runToken) {
      return (await queue.getJob(runToken)) !== undefined;
    },
    close,
  };
}

/** Processes the jobs of the queue that are signed. */
export function createQueryJobConsumer(deps: {
  readonly redisUrl: string;
  readonly secrets: SigningSecrets;
  readonly now: () => Date;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: QueryJob) => Promise<void>;
}): JobConsumer {
  const tokens = createJobTokens(AUDIENCE, deps.secrets, deps.now);
  return createJobConsumer(QUERY_QUEUE_NAME, {
    ...deps,
    stalls: STALLS,
    parse: (data) => queryJobSchema.parse(openSignedJob(tokens, data)),
    handle: (job) => deps.handle(job),
  });
}
