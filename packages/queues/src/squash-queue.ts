import type { SquashReport } from '@tidemark/contracts';
import { squashReportSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { Queue } from 'bullmq';
import { QueueEvents } from 'bullmq';
import { createQueueConnection } from './connection';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import type { OwnedQueue } from './job-queue';
import { openQueue, QUEUE_PREFIX } from './job-queue';

const QUEUE_NAME = 'tidemark-squash';
const SQUASH = 'squash';
/** The time for which the report of a requested squash is kept for the caller. */
const REPORT_SECONDS = 3_600;

/** A job has no data: which overrides are old enough is decided when it runs. */
type SquashJob = Record<string, never>;

/**
 * Runs squashes every `everyMs` (0: only on request), one at a time for all workers. A failed run is logged and not
 * repeated before the next interval; if its worker dies, another worker runs it again.
 */
export function createSquashConsumer(deps: {
  readonly redisUrl: string;
  readonly everyMs: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly squash: () => Promise<SquashReport>;
}): JobConsumer {
  const { queue, close } = openSquashQueue(deps);
  const consumer = createJobConsumer(QUEUE_NAME, {
    ...deps,
    concurrency: 1,
    parse: () => undefined,
    handle: () => deps.squash(),
  });
  schedule(queue, deps.everyMs).catch((error: unknown) =>
    deps.logger.error({ err: error }, 'the squash of person overrides could not be scheduled'),
  );
  return {
    async close() {
      await consumer.close();
      await close();
    },
    check: () => consumer.check(),
  };
}

/**
 * Requests a squash from the workers and waits for it.
 * @throws if it fails or does not finish in time; if no worker has started it by then, it is withdrawn
 */
export async function requestSquash(deps: {
  readonly redisUrl: string;
  readonly timeoutMs: number;
  readonly logger: Logger;
}): Promise<SquashReport> {
  const { queue, close } = openSquashQueue(deps);
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  // Reads events from the beginning: the default, new events only, would start with the first read, which may be
  // after the end of the job.
  const events = new QueueEvents(QUEUE_NAME, {
    connection,
    prefix: QUEUE_PREFIX,
    lastEventId: '0',
  });
  events.on('error', (error) =>
    deps.logger.warn({ err: error }, 'the progress of a squash cannot be followed'),
  );
  try {
    const kept = { age: REPORT_SECONDS };
    const job = await queue.add(SQUASH, {}, { removeOnComplete: kept, removeOnFail: kept });
    const report: unknown = await job
      .waitUntilFinished(events, deps.timeoutMs)
      .catch(async (error: unknown) => {
        if (!(await job.isWaiting())) throw error;
        await job.remove();
        throw new Error('no query-worker has started the squash: is one running?', {
          cause: error,
        });
      });
    return squashReportSchema.parse(report);
  } finally {
    await events.close();
    await connection.quit();
    await close();
  }
}

/** Opens the queue. Each producer first sets the limit of one running job, which is stored in Redis. */
function openSquashQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): OwnedQueue<SquashJob> {
  const owned = openQueue<SquashJob>(QUEUE_NAME, deps);
  owned.queue
    .setGlobalConcurrency(1)
    .catch((error: unknown) =>
      deps.logger.error({ err: error }, 'the queue of the squash reports an error'),
    );
  return owned;
}

async function schedule(queue: Queue<SquashJob>, everyMs: number): Promise<void> {
  if (everyMs === 0) await queue.removeJobScheduler(SQUASH);
  else await queue.upsertJobScheduler(SQUASH, { every: everyMs }, { name: SQUASH, data: {} });
}
