import type {
  DeadLetters,
  IngestLogConsumer,
  IngestLogProducer,
  LogConsumerOptions,
  LogProducerOptions,
  LogState,
} from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';

/** The ingest log of an installation, in Redis or on Kafka. */
export interface IngestLog {
  /** The number of partitions; 0 until a worker announces one. */
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
  /** `INGEST_LOG_URL`; if it is undefined, the log is in Redis. */
  readonly url: string | undefined;
  /** A connection with the role for the process: `producer`, `consumer`, `request` or `cache`. Leases are always in Redis. */
  readonly redis: Redis;
  /** The minimum number of partitions of the log; 0 keeps the current number. */
  readonly partitions: number;
  readonly logger: Logger;
}
