import type { Logger } from '@tidemark/platform';
import { Queue } from 'bullmq';
import { createQueueConnection } from './connection';

/** One Redis Cluster slot for everything of BullMQ. */
export const QUEUE_PREFIX = '{tidemark-queues}';

/** A BullMQ queue on a connection of its own. */
export interface OwnedQueue<Job> {
  readonly queue: Queue<Job>;
  readonly close: () => Promise<void>;
}

/** Finished jobs leave at once: the record a job refers to holds what matters. */
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
