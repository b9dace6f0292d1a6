import { setTimeout as delay } from 'node:timers/promises';
import type { QueryJob } from '@tidemark/contracts';
import { queryJobSchema } from '@tidemark/contracts';
import type { Logger, Metrics } from '@tidemark/platform';
import { Queue, Worker } from 'bullmq';
import { createQueueConnection } from './connection';

const QUEUE_NAME = 'tidemark-queries';
/** Well below the time a service has for stopping. */
const CLOSE_GRACE_MS = 8_000;

const PREFIX = '{tidemark-queues}';

export interface QueryQueue {
  add(job: QueryJob): Promise<void>;
  /** Takes a waiting job out; a running one is left to the caller's kill. */
  remove(runToken: string): Promise<void>;
  close(): Promise<void>;
}

/** Producer side. Finished jobs leave at once: the run record holds what matters. */
export function createQueryQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): QueryQueue {
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  const queue = new Queue<QueryJob>(QUEUE_NAME, {
    connection,
    prefix: PREFIX,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
  });
  return {
    async add(job) {
      await queue.add('run', job, { jobId: job.run_token });
    },
    async remove(runToken) {
      const job = await queue.getJob(runToken);
      if (job !== undefined && !(await job.isActive())) await queue.remove(runToken);
    },
    async close() {
      await queue.close();
      await connection.quit();
    },
  };
}

export interface QueryJobConsumer {
  /** Lets running jobs finish for a while; one that does not is run again by another worker. */
  close(): Promise<void>;
  /** Resolves when the queue's Redis answers. */
  check(): Promise<void>;
}

/**
 * Consumer side: parses each payload and hands it to `handle`, at most `concurrency` at once. A worker
 * that dies loses its lock and another one runs the job again.
 */
export function createQueryJobConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly handle: (job: QueryJob) => Promise<void>;
}): QueryJobConsumer {
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  const waited = deps.metrics.histogram(
    'tidemark_queue_wait_seconds',
    'Time a job waited for a worker',
    ['queue'],
  );
  const worked = deps.metrics.histogram(
    'tidemark_queue_job_seconds',
    'Time a worker spent on a job',
    ['queue', 'outcome'],
  );
  const worker = new Worker<QueryJob>(
    QUEUE_NAME,
    async (job) => {
      waited.observe({ queue: QUEUE_NAME }, (Date.now() - job.timestamp) / 1000);
      const stop = worked.startTimer({ queue: QUEUE_NAME });
      try {
        await deps.handle(queryJobSchema.parse(job.data));
        stop({ outcome: 'completed' });
      } catch (error) {
        stop({ outcome: 'failed' });
        throw error;
      }
    },
    { connection, prefix: PREFIX, concurrency: deps.concurrency },
  );
  worker.on('failed', (_job, error) => deps.logger.error({ err: error }, 'query job failed'));
  worker.on('error', (error) => deps.logger.warn({ err: error }, 'query queue'));
  return {
    async close() {
      const grace = delay(CLOSE_GRACE_MS, 'late', { ref: false });
      if ((await Promise.race([worker.close(), grace])) === 'late') await worker.close(true);
      await connection.quit();
    },
    async check() {
      await connection.ping();
    },
  };
}
