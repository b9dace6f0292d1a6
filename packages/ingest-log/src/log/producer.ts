import type { AcceptedBatch, LogRecordBody } from '@tidemark/contracts';
import type { PackedValues } from '../records/packed-values';

/**
 * Every way to write resolves only when the store holds everything durably. After a rejection some may be
 * stored: the client's retry repeats them, which is harmless.
 */
export interface IngestLogProducer {
  /** @throws LogUnavailableError | LogFullError (`LogShareError`: for a project of these entries) */
  append(entries: readonly LogRecordBody[]): Promise<void>;
  /**
   * Events of one request as the client wrote them.
   *
   * @throws LogUnavailableError | LogFullError (`LogShareError`: for this project only)
   */
  appendEvents(batch: AcceptedBatch): Promise<void>;
  /**
   * What another thread has packed for the same number of partitions. Written in slices, so that a large
   * request does not hold up the others.
   *
   * @throws LogUnavailableError | LogFullError
   */
  appendPacked(packed: PackedValues): Promise<void>;
}

/** The options of a producer, whatever stores the log. */
export interface LogProducerOptions {
  /** Best the same number in every edge: order of a distinct id holds within one count only. */
  readonly partitions: number;
  /** Unprocessed events the log may hold. */
  readonly maxLength: number;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs?: number;
}
