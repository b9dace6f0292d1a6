import type { DeliveryTestJob, DeliveryTestResult } from '@tidemark/contracts';
import { deliveryTestJobSchema, deliveryTestResultSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { QueueEvents } from 'bullmq';
import { createQueueConnection } from './connection';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue, QUEUE_PREFIX } from './job-queue';

const QUEUE_NAME = 'tidemark-delivery-tests';
/** The time for which a result is kept for the caller. */
const RESULT_SECONDS = 60;

export interface DeliveryTests {
  /**
   * Requests a test and waits for its result.
   * @returns `not started` if no delivery service has started it in time, `running` if one has not finished it in time
   */
  run(
    job: Omit<DeliveryTestJob, 'v'>,
    timeoutMs: number,
  ): Promise<DeliveryTestResult | 'not started' | 'running'>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createDeliveryTests(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): DeliveryTests {
  const { queue, close } = openQueue<DeliveryTestJob>(QUEUE_NAME, deps);
  let following: { readonly events: QueueEvents; readonly close: () => Promise<void> } | null =
    null;
  /** Opened by the first test, because most processes never run one. */
  const follow = () => {
    if (following !== null) return following;
    const connection = createQueueConnection(deps.redisUrl, deps.logger);
    const events = new QueueEvents(QUEUE_NAME, {
      connection,
      prefix: QUEUE_PREFIX,
      lastEventId: '0',
    });
    events.on('error', (error) =>
      deps.logger.warn({ err: error }, 'tests of destinations cannot be followed'),
    );
    following = {
      events,
      close: async () => {
        await events.close();
        await connection.quit();
      },
    };
    return following;
  };
  return {
    async run(job, timeoutMs) {
      const { events } = follow();
      const kept = { age: RESULT_SECONDS };
      const added = await queue.add(
        'test',
        { v: 1, ...job },
        { removeOnComplete: kept, removeOnFail: kept },
      );
      try {
        return deliveryTestResultSchema.parse(await added.waitUntilFinished(events, timeoutMs));
      } catch (error) {
        if (await added.isActive()) return 'running';
        if (!(await added.isWaiting())) throw error;
        await added.remove();
        return 'not started';
      }
    },
    async close() {
      await following?.close();
      await close();
    },
  };
}

/** Processes the jobs of the queue. */
export function createDeliveryTestConsumer(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: DeliveryTestJob) => Promise<DeliveryTestResult>;
}): JobConsumer {
  return createJobConsumer(QUEUE_NAME, {
    ...deps,
    concurrency: 4,
    parse: (data) => deliveryTestJobSchema.parse(data),
    projectOf: (job) => job.project_id,
  });
}
