import { isKafkaUrl } from '@tidemark/kafka';
import type { Redis } from '@tidemark/redis';
import {
  createDeadLetters,
  createIngestLogConsumer,
  createIngestLogProducer,
  readLogState,
  storedPartitionCount,
} from '@tidemark/redis';
import type { IngestLog, OpenLogDeps } from './ingest-log';
import { kafkaLog } from './kafka-log';

/**
 * Opens the log without waiting for its store. Calls fail until the store is available, as with other connections.
 *
 * @throws Error with the reason if the URL is invalid or the version of Node.js is not supported
 */
export function openIngestLog(deps: OpenLogDeps): IngestLog {
  const { url, redis } = deps;
  if (url === undefined) return redisLog(redis);
  if (isKafkaUrl(url)) return kafkaLog({ ...deps, url });
  throw new Error(
    'INGEST_LOG_URL must begin with kafka:// or kafkas://; without it the log is in Redis',
  );
}

function redisLog(redis: Redis): IngestLog {
  return {
    partitions: () => storedPartitionCount(redis),
    producer: (options) => createIngestLogProducer({ ...options, redis }),
    consumer: (options) => createIngestLogConsumer({ ...options, redis }),
    deadLetters: createDeadLetters(redis),
    state: async () => readLogState(redis, await storedPartitionCount(redis)),
    check: async () => {
      await redis.ping();
    },
    close: () => Promise.resolve(),
  };
}
