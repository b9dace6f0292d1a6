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
/** The result of a requested squash waits this long for whoever asked. */
const REPORT_SECONDS = 3_600;

/** A job says nothing: what is old enough is decided when it runs. */
type SquashJob = Record<string, never>;

/**
 * Squashes every so many ms (0: only on request), one at a time among all workers. A run that fails is
 * logged and not repeated before the next turn; one whose worker died is run again by another.
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
 * Asks the workers for a squash now and waits for it.
 *
 * @throws when it fails or does not end in time; one that no worker has taken by then is withdrawn.
 */
export async function requestSquash(deps: {
  readonly redisUrl: string;
  readonly timeoutMs: number;
  readonly logger: Logger;
}): Promise<SquashReport> {
  const { queue, close } = openSquashQueue(deps);
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  // From the first event there is: the default, new ones, begins only with the first read, which may come after
  // the job's end.
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
        throw new Error('no query-worker has taken it: is one running?', { cause: error });
      });
    return squashReportSchema.parse(report);
  } finally {
    await events.close();
    await connection.quit();
    await close();
  }
}

/** The limit of one at a time lies in Redis, and is there before any job: each producer sets it first. */
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
