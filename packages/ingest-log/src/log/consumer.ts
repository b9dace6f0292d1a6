import type { LeaseChange } from '../leases/lease-holder';
import type { LogRecord } from '../records/log-record';
import type { LogState } from './log-state';

/**
 * One worker's view of the log. A new owner of a partition begins with the oldest record that is not
 * acknowledged, and a record may be delivered again.
 */
export interface IngestLogConsumer {
  /**
   * Claims free or expired partitions up to a fair share among live consumers, gives back what is over
   * it, and returns those owned now. Call it between batches; leases are prolonged in the background.
   */
  acquire(): Promise<readonly number[]>;
  /**
   * The oldest records of these partitions, at most `count` in all (or those of one stream entry), in
   * order within a partition.
   * Waits up to `blockMs` for the first one; empty when none came, or after `release`.
   */
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  /**
   * Makes sure that what was read of these partitions is still ours to process, and prolongs them. To be
   * asked right before something that a consumer which had stalled must not do.
   *
   * @throws PartitionsLostError when another consumer has had one of them since we claimed it.
   */
  confirm(partitions: readonly number[]): Promise<void>;
  /** Whether a record is still in the log. */
  holds(record: Pick<LogRecord, 'partition' | 'id'>): Promise<boolean>;
  /** Releases these, so that any worker can claim them again. */
  giveBack(partitions: readonly number[]): Promise<void>;
  /**
   * Removes records for good; a stream entry goes when all of its records are done with. Only after their rows are stored.
   *
   * @throws PartitionsLostError as `confirm`; records of partitions that are ours are removed.
   */
  acknowledge(records: readonly LogRecord[]): Promise<void>;
  /**
   * Moves a record that can never be processed to the dead letters, also while the store is full.
   *
   * @throws PartitionsLostError | DeadLettersFullError with the record where it was
   */
  deadLetter(record: LogRecord, reason: string): Promise<void>;
  /** Gives every lease back and stops reading. Connections passed in stay open. */
  release(): Promise<void>;
  /** Unprocessed events of the whole log. */
  lag(): Promise<number>;
  /** The numbers of waiting entries and of dead letters. */
  state(): Promise<LogState>;
}

/** The options of a consumer, whatever stores the log. */
export interface LogConsumerOptions {
  /** The minimum number of partitions; the consumer also reads all that any producer has announced. */
  readonly partitions: number;
  /** Unique per process start. */
  readonly owner: string;
  /** How long a dead worker's partitions stay blocked. */
  readonly leaseMs: number;
  /** Dead letters there may be at most, over all partitions. */
  readonly maxDeadLetters?: number;
  /** Runs before a claimed partition is read for the first time; a failure gives it back. */
  readonly onClaimed?: (partitions: readonly number[]) => Promise<void>;
  /** Called with every lease that changes hands. */
  readonly onLeaseChange?: (change: LeaseChange, partitions: number) => void;
}

export const DEFAULT_MAX_DEAD_LETTERS = 100_000;
