import type {
  DeadLetters,
  IngestLogConsumer,
  IngestLogProducer,
  LogConsumerOptions,
  LogProducerOptions,
  LogState,
} from '@tidemark/ingest-log';
import { isKafkaUrl } from '@tidemark/kafka';
import type { Logger } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';
import {
  createDeadLetters,
  createIngestLogConsumer,
  createIngestLogProducer,
  readLogState,
  storedPartitionCount,
} from '@tidemark/redis';
import { kafkaLog } from './kafka-log';

/** The ingest log of an installation, on whatever stores it. */
export interface IngestLog {
  /** How many partitions it has; 0 while nobody has announced any. */
  partitions(): Promise<number>;
  producer(options: LogProducerOptions): IngestLogProducer;
  consumer(options: LogConsumerOptions): IngestLogConsumer;
  readonly deadLetters: DeadLetters;
  state(): Promise<LogState>;
  /** Rejects while the store cannot be used, with the reason. */
  check(): Promise<void>;
  /** Closes what this log has opened; the connection to Redis stays open. */
  close(): Promise<void>;
}

export interface OpenLogDeps {
  /** `INGEST_LOG_URL`; without it the log is in Redis. */
  readonly url: string | undefined;
  /** A connection of the role that the process needs: `producer`, `consumer` or `cache`. Leases are always in Redis. */
  readonly redis: Redis;
  /** The number of partitions that the log has at least; 0: as it is. */
  readonly partitions: number;
  readonly logger: Logger;
}

/**
 * Opens the log without waiting for its store, as every other connection is opened: what needs it fails until it is
 * there.
 *
 * @throws Error that says what is wrong with the URL, or with the version of Node.js
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
