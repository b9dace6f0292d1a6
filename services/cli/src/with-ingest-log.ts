import type { IngestLog } from '@tidemark/log-drivers';
import { openIngestLog } from '@tidemark/log-drivers';
import { createLogger, plainMessage } from '@tidemark/platform';
import { CommandError, EXIT } from './exit-codes';
import { withRedis } from './with-redis';

/**
 * Runs a command on the ingest log and closes it.
 *
 * @param urls the URL of Redis, and of Kafka if the log is on Kafka
 * @throws CommandError if a server does not respond.
 */
export function withIngestLog<T>(
  urls: { readonly redis: string; readonly kafka: string | undefined },
  work: (log: IngestLog) => Promise<T>,
): Promise<T> {
  return withRedis(urls.redis, async (redis) => {
    const logger = createLogger('cli', 'silent');
    const log = openIngestLog({ url: urls.kafka, redis, partitions: 0, logger });
    try {
      await log.check().catch((error: unknown) => {
        throw new CommandError(
          `the ingest log cannot be used: ${plainMessage(error)}. Start it, or correct INGEST_LOG_URL.`,
          EXIT.failed,
        );
      });
      return await work(log);
    } finally {
      await log.close();
    }
  });
}
