import type { Logger } from '@tidemark/platform';
import { Queue } from 'bullmq';
import { createQueueConnection } from './connection';

/** The hash tag puts all keys of BullMQ into one slot of a Redis Cluster. */
export const QUEUE_PREFIX = '{tidemark-queues}';

/** A BullMQ queue with its own connection. */
export interface OwnedQueue<Job> {
  readonly queue: Queue<Job>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a queue. Finished jobs are deleted immediately, because the records to which they refer contain all results.
 */
export function openQueue<Job>(
  name: string,
  deps: { readonly redisUrl: string; readonly logger: Logger },
): OwnedQueue<Job> {
  const connection = createQueueConnection(deps.redisUrl, deps.logger);
  const queue = new Queue<Job>(name, {
    connection,
    prefix: QUEUE_PREFIX,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
  });
  return {
    queue,
    async close() {
      await queue.close();
      await connection.quit();
    },
  };
}
