import type { Logger } from '@tidemark/platform';
import { Redis } from 'ioredis';

/** BullMQ blocks on its connections, so retries per request must be off; a lost server is waited for. */
export function createQueueConnection(url: string, logger: Logger): Redis {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  connection.on('error', (error: Error) => logger.warn({ err: error }, 'queue connection'));
  return connection;
}
