import type { AcceptedBatch, LogRecordBody } from '@tidemark/contracts';
import type { PackedValues } from '../records/packed-values';

/**
 * Writes to the log. Every method resolves only when the store has stored all records durably. After a rejection, some
 * may be stored; a retry of the client repeats them, and they are then stored once.
 */
export interface IngestLogProducer {
  /** @throws LogUnavailableError | LogFullError (`LogShareError`: for a project of these entries) */
  append(entries: readonly LogRecordBody[]): Promise<void>;
  /**
   * Appends the events of one request, as the client wrote them.
   *
   * @throws LogUnavailableError | LogFullError (`LogShareError`: for this project only)
   */
  appendEvents(batch: AcceptedBatch): Promise<void>;
  /**
   * Appends entries that another thread has packed for the same number of partitions. They are written in slices, so that
   * a large request does not delay others.
   *
   * @throws LogUnavailableError | LogFullError
   */
  appendPacked(packed: PackedValues): Promise<void>;
}

/** The options of a producer, for every driver. */
export interface LogProducerOptions {
  /** Should be the same in every edge: the order of a distinct id's events is kept only with one number of partitions. */
  readonly partitions: number;
  /** The maximum number of unprocessed events in the log. */
  readonly maxLength: number;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs?: number;
}
