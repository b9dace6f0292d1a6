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

/** The ingest log of an installation, on whatever stores it. */
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
  /** `INGEST_LOG_URL`; without it the log is in Redis. */
  readonly url: string | undefined;
  /** A connection of the role that the process needs: `producer`, `consumer` or `cache`. Leases are always in Redis. */
  readonly redis: Redis;
  /** The number of partitions that the log has at least; 0: as it is. */
  readonly partitions: number;
  readonly logger: Logger;
}
