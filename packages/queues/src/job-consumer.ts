import { setTimeout as delay } from 'node:timers/promises';
import type { Histogram, Logger, Metrics } from '@tidemark/platform';
import { isRedisUnavailable } from '@tidemark/redis';
import { DelayedError, Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { createQueueConnection } from './connection';
import { QUEUE_PREFIX } from './job-queue';
import { JobPostponed } from './job-postponed';
import { createProjectPlaces } from './project-places';

/** Much shorter than the time that a service has to stop. */
const CLOSE_GRACE_MS = 8_000;

export interface JobConsumer {
  /** Waits for running jobs for a limited time; a job that does not finish in it is run again by another worker. */
  close(): Promise<void>;
  /** Resolves if the queue's Redis responds. */
  check(): Promise<void>;
}

/** The metrics of all consumers of a process, because a registry accepts each name only once. */
export interface QueueMetrics {
  readonly waited: Histogram<'queue'>;
  readonly worked: Histogram<'queue' | 'outcome'>;
}

export function createQueueMetrics(metrics: Metrics): QueueMetrics {
  return {
    waited: metrics.histogram('tidemark_queue_wait_seconds', 'Time a job waited for a worker', [
      'queue',
    ]),
    worked: metrics.histogram('tidemark_queue_job_seconds', 'Time a worker spent on a job', [
      'queue',
      'outcome',
    ]),
  };
}

/** When a job counts as abandoned by a dead worker. */
export interface StallRules {
  /** The lifetime of a worker's lock; the worker renews it after half of this time. */
  readonly lockMs: number;
  readonly checkEveryMs: number;
  /** The maximum number of workers that may die while they run a job. */
  readonly maxStalls: number;
}

/** The number of an attempt of a job. */
export interface JobAttempt {
  /** True: if this attempt throws, the job has failed. */
  readonly isLast: boolean;
}

/**
 * Parses each payload and passes it to `handle`, at most `concurrency` at the same time. If a worker dies, its lock
 * expires and another one runs the job again.
 */
export function createJobConsumer<Payload>(
  queueName: string,
  deps: {
    readonly redisUrl: string;
    readonly concurrency: number;
    readonly logger: Logger;
    readonly metrics: QueueMetrics;
    readonly parse: (data: unknown) => Payload;
    /** The project of a job. With this function, one project cannot use all slots. */
    readonly projectOf?: (payload: Payload) => number;
    /** By default BullMQ's rules, with a lock of half a minute. */
    readonly stalls?: StallRules;
    /** Processes a job; its return value is the result of the job. */
    readonly handle: (payload: Payload, attempt: JobAttempt) => Promise<unknown>;
  },
): JobConsumer {
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  const { waited, worked } = deps.metrics;
  const places = createProjectPlaces(deps.concurrency);
  const { projectOf } = deps;
  const handle = (payload: Payload, attempt: JobAttempt): Promise<unknown> =>
    projectOf === undefined
      ? deps.handle(payload, attempt)
      : places.run(projectOf(payload), () => deps.handle(payload, attempt));
  const worker = new Worker<unknown>(
    queueName,
    async (job, token) => {
      waited.observe({ queue: queueName }, (Date.now() - job.timestamp) / 1000);
      const stop = worked.startTimer({ queue: queueName });
      try {
        const result = await handle(deps.parse(job.data), { isLast: isLastAttempt(job) });
        stop({ outcome: 'completed' });
        return result;
      } catch (error) {
        if (error instanceof JobPostponed) {
          stop({ outcome: 'postponed' });
          await job.moveToDelayed(Date.now() + error.delayMs, token);
          throw new DelayedError();
        }
        stop({ outcome: 'failed' });
        throw error;
      }
    },
    {
      connection,
      prefix: QUEUE_PREFIX,
      concurrency: deps.concurrency,
      ...(deps.stalls && {
        lockDuration: deps.stalls.lockMs,
        stalledInterval: deps.stalls.checkEveryMs,
        maxStalledCount: deps.stalls.maxStalls,
      }),
    },
  );
  worker.on('failed', (_job, error) =>
    deps.logger.error({ err: error, queue: queueName }, 'a job of a queue failed'),
  );
  worker.on('error', (error) => {
    // The connection logs an outage once; the queue would log it with every attempt.
    if (isRedisUnavailable(error)) return;
    deps.logger.warn({ err: error, queue: queueName }, 'the job queue reports an error');
  });
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

function isLastAttempt({ attemptsMade, opts }: Job<unknown>): boolean {
  return attemptsMade + 1 >= (opts.attempts ?? 1);
}
