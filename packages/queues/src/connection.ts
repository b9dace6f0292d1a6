import type { Logger } from '@tidemark/platform';
import { createRedis } from '@tidemark/redis';
import type { Redis } from '@tidemark/redis';

/**
 * A connection for BullMQ. Retries per request are not limited, because BullMQ uses blocking commands. While the
 * server is unavailable, commands wait.
 */
export function createQueueConnection(url: string, logger: Logger): Redis {
  return createRedis(url, 'queue', logger);
}
