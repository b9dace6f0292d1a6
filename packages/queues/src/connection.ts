import type { Logger } from '@tidemark/platform';
import { createRedis } from '@tidemark/redis';
import type { Redis } from '@tidemark/redis';

/** BullMQ blocks on its connections, so retries per request must be off; a lost server is waited for. */
export function createQueueConnection(url: string, logger: Logger): Redis {
  return createRedis(url, 'queue', logger);
}
