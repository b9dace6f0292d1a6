import type { Logger } from '@tidemark/platform';
import { Queue } from 'bullmq';
import { COHORT_QUEUE_NAME } from './cohort-queue';
import { createQueueConnection } from './connection';
import { DELIVERY_QUEUE_NAMES } from './delivery-queue';
import { EXPORT_QUEUE_NAME } from './export-queue';
import { IMPORT_QUEUE_NAME } from './import-queue';
import { QUEUE_PREFIX } from './job-queue';
import { QUERY_QUEUE_NAME } from './query-queue';
import { SAMPLE_QUEUE_NAME } from './sample-queue';
import { WAREHOUSE_QUEUE_NAME } from './warehouse-queue';

/** The queues of requested jobs; sweeps run on a schedule and are not counted. */
const QUEUES = {
  queries: QUERY_QUEUE_NAME,
  cohorts: COHORT_QUEUE_NAME,
  exports: EXPORT_QUEUE_NAME,
  imports: IMPORT_QUEUE_NAME,
  deliveries: DELIVERY_QUEUE_NAMES.quick,
  slow_deliveries: DELIVERY_QUEUE_NAMES.slow,
  warehouse: WAREHOUSE_QUEUE_NAME,
  samples: SAMPLE_QUEUE_NAME,
} as const;

/** The jobs of one queue. */
export interface QueueCount {
  readonly name: keyof typeof QUEUES;
  readonly waiting: number;
  readonly active: number;
  /** Jobs that are delayed, for example until their project has a free slot. */
  readonly delayed: number;
}

export interface QueueCounts {
  read(): Promise<readonly QueueCount[]>;
  close(): Promise<void>;
}

/** Counts the jobs that wait for query-workers, over one connection. */
export function createQueueCounts(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): QueueCounts {
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  const queues = Object.entries(QUEUES).map(
    ([name, queueName]) =>
      [
        name as keyof typeof QUEUES,
        new Queue(queueName, { connection, prefix: QUEUE_PREFIX, skipMetasUpdate: true }),
      ] as const,
  );
  for (const [, queue] of queues) {
    // The connection logs that Redis is unavailable; reads fail as well.
    queue.on('error', (error) => deps.logger.debug({ err: error }, 'a queue is unavailable'));
  }
  return {
    read: () =>
      Promise.all(
        queues.map(async ([name, queue]) => {
          const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
          const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = counts;
          return { name, waiting: waiting + prioritized, active, delayed };
        }),
      ),
    async close() {
      await Promise.all(queues.map(([, queue]) => queue.close()));
      await connection.quit();
    },
  };
}
