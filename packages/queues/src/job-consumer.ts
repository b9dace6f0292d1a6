import { setTimeout as delay } from 'node:timers/promises';
import type { Histogram, Logger, Metrics } from '@tidemark/platform';
import { isRedisUnavailable } from '@tidemark/redis';
import { DelayedError, Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { createQueueConnection } from './connection';
import { QUEUE_PREFIX } from './job-queue';
import { JobPostponed } from './job-postponed';
import { createProjectPlaces } from './project-places';

/** Well below the time a service has for stopping. */
const CLOSE_GRACE_MS = 8_000;

export interface JobConsumer {
  /** Lets running jobs finish for a while; one that does not is run again by another worker. */
  close(): Promise<void>;
  /** Resolves when the queue's Redis responds. */
  check(): Promise<void>;
}

/** Shared by all consumers of a process: a registry takes each name once. */
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

/** When a job counts as left behind by a worker that died. */
export interface StallRules {
  /** A worker renews its lock at half of this. */
  readonly lockMs: number;
  readonly checkEveryMs: number;
  /** How many workers a job may outlive. */
  readonly maxStalls: number;
}

/** Which try of a job this is. */
export interface JobAttempt {
  /** No other follows when this one throws. */
  readonly isLast: boolean;
}

/**
 * Parses each payload and hands it to `handle`, at most `concurrency` at once. A worker that dies loses
 * its lock and another one runs the job again.
 */
export function createJobConsumer<Payload>(
  queueName: string,
  deps: {
    readonly redisUrl: string;
    readonly concurrency: number;
    readonly logger: Logger;
    readonly metrics: QueueMetrics;
    readonly parse: (data: unknown) => Payload;
    /** The project of a job. With this function, one project never occupies all slots. */
    readonly projectOf?: (payload: Payload) => number;
    /** BullMQ's own, half a minute, when absent. */
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
    // The connection reports an outage once; the queue would report it with every try.
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
