import type { LeaseChange } from '../leases/lease-holder';
import type { LogRecord } from '../records/log-record';
import type { LogState } from './log-state';

/**
 * A consumer of the log. The new owner of a partition begins with the oldest record that is not acknowledged, so a record
 * may be delivered more than once.
 */
export interface IngestLogConsumer {
  /**
   * Claims free or expired partitions up to a fair share among live consumers, releases those over it, and returns the
   * owned ones. Must be called between ranges. Leases are renewed in the background.
   */
  acquire(): Promise<readonly number[]>;
  /**
   * Returns the oldest records of these partitions, at most `count` together (or all of one stream entry), in order
   * within a partition. Waits up to `blockMs` for the first record; empty if none arrived, or after `release`.
   */
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  /**
   * Checks that this consumer still owns these partitions, and renews their leases. Must be called immediately before
   * each step that a stalled consumer must not do.
   *
   * @throws PartitionsLostError if another consumer has claimed one of them since this one did.
   */
  confirm(partitions: readonly number[]): Promise<void>;
  /** Whether a record is still in the log. */
  holds(record: Pick<LogRecord, 'partition' | 'id'>): Promise<boolean>;
  /** Releases these partitions, so that any worker can claim them. */
  giveBack(partitions: readonly number[]): Promise<void>;
  /**
   * Removes records permanently. Must be called only after their rows are stored. A stream entry is removed when all of
   * its records are acknowledged.
   *
   * @throws PartitionsLostError as `confirm`; records of partitions that are still owned are removed.
   */
  acknowledge(records: readonly LogRecord[]): Promise<void>;
  /**
   * Moves a record that can never be processed to the dead letters, also while the store is full.
   *
   * @throws PartitionsLostError | DeadLettersFullError; the record then stays in its partition
   */
  deadLetter(record: LogRecord, reason: string): Promise<void>;
  /** Releases all leases and stops reading. Connections that were passed in stay open. */
  release(): Promise<void>;
  /** Returns the number of unprocessed events of the whole log. */
  lag(): Promise<number>;
  /** The numbers of waiting entries and of dead letters. */
  state(): Promise<LogState>;
}

/** The options of a consumer, for every driver. */
export interface LogConsumerOptions {
  /** The minimum number of partitions; the consumer also reads all that any producer has announced. */
  readonly partitions: number;
  /** Unique per process start. */
  readonly owner: string;
  /** Ms after which other workers can claim the partitions of a dead worker. */
  readonly leaseMs: number;
  /** The maximum number of dead letters of all partitions. */
  readonly maxDeadLetters?: number;
  /** Runs before a claimed partition is read for the first time; if it rejects, the partition is released. */
  readonly onClaimed?: (partitions: readonly number[]) => Promise<void>;
  /** Called after changes of leases. */
  readonly onLeaseChange?: (change: LeaseChange, partitions: number) => void;
}

export const DEFAULT_MAX_DEAD_LETTERS = 100_000;
