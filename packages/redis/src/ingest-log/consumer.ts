import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';
import { buryCommand, BURIED } from './bury';
import { buryOnCluster } from './bury-on-cluster';
import { DeadLettersFullError, PartitionsLostError } from './errors';
import { createFinishedRecords } from './finished-records';
import { streamKey } from './keys';
import type { LeaseChange } from './lease-holder';
import { createLeaseHolder } from './lease-holder';
import { createPartitionLeases } from './leases';
import { logLength } from './log-length';
import type { LogRecord } from './log-record';
import type { LogState } from './log-state';
import { readLogState } from './log-state';
import { partitionOf } from './partition';
import { raisePartitionCount } from './partition-count';
import { pipelineReplies } from '../connection/pipeline-replies';
import { LOST, removalsOf } from './removals';
import { createStreamReader } from './stream-reader';

/**
 * One worker's view of the log. There are no consumer groups: what is in a stream is unprocessed, a new
 * owner reads from the beginning, and a record may be delivered again.
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
  /** Gives these back, to be claimed anew by whoever comes first. */
  giveBack(partitions: readonly number[]): Promise<void>;
  /**
   * Removes records for good; a stream entry goes when all of its records are done with. Only after their rows are stored.
   *
   * @throws PartitionsLostError as `confirm`; records of partitions that are ours are removed.
   */
  acknowledge(records: readonly LogRecord[]): Promise<void>;
  /**
   * Moves a record that can never be processed to the dead letters, also while Redis is full.
   *
   * @throws PartitionsLostError | DeadLettersFullError with the record where it was
   */
  deadLetter(record: LogRecord, reason: string): Promise<void>;
  /** Gives every lease back and stops reading. The connection passed in stays open. */
  release(): Promise<void>;
  /** Unprocessed events of the whole log. */
  lag(): Promise<number>;
  /** The numbers of waiting entries and of dead letters. */
  state(): Promise<LogState>;
}

export interface IngestLogConsumerDeps {
  /** A connection of role `consumer`; a second one may be opened from it for blocking reads. */
  readonly redis: Redis;
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

const DEFAULT_MAX_DEAD_LETTERS = 100_000;

export function createIngestLogConsumer(deps: IngestLogConsumerDeps): IngestLogConsumer {
  const { redis, partitions, owner, leaseMs } = deps;
  const holder = createLeaseHolder({
    leases: createPartitionLeases({ redis, owner, leaseMs }),
    renewEveryMs: Math.max(10, Math.floor(leaseMs / 3)),
    start: partitionOf(0, owner, partitions),
    onClaimed: deps.onClaimed ?? (() => Promise.resolve()),
    onChange: deps.onLeaseChange ?? (() => undefined),
  });
  const maxDeadLetters = deps.maxDeadLetters ?? DEFAULT_MAX_DEAD_LETTERS;
  const reader = createStreamReader(redis);
  const finished = createFinishedRecords();
  let known = partitions;

  return {
    acquire: async () => {
      known = await raisePartitionCount(redis, partitions);
      const owned = await holder.acquire(known);
      finished.keepOnly(owned);
      return owned;
    },
    read: async (owned, count, blockMs) =>
      finished.unfinished(await reader.read(owned, count, blockMs)),
    confirm: async (asked) => {
      // A response that took long to reach us is no response: we may have stalled waiting for it.
      for (let took = Infinity; took > leaseMs / 2;) {
        const askedAt = performance.now();
        const lost = await holder.lost(asked);
        if (lost.length > 0) throw new PartitionsLostError(lost);
        took = performance.now() - askedAt;
      }
    },
    holds: async ({ partition, id }) =>
      (await redis.xrange(streamKey(partition), id, id)).length > 0,
    giveBack: (given) => {
      finished.forget(given);
      return holder.giveBack(given);
    },
    acknowledge: async (records) => {
      const asked = new Set(records.map(({ partition }) => partition));
      const removals = removalsOf(asked, finished.completed(records), owner);
      const replies = await pipelineReplies(
        redis,
        removals.map(({ command }) => command),
      );
      finished.add(records);
      const lost = removals.filter((_, index) => replies[index] === LOST);
      if (lost.length > 0) {
        const partitionsLost = [...new Set(lost.map(({ partition }) => partition))];
        finished.forget(partitionsLost);
        throw new PartitionsLostError(partitionsLost);
      }
    },
    deadLetter: async (record, reason) => {
      const removesEntry = finished.completed([record]).length > 0;
      const order = { record, reason, owner, max: maxDeadLetters, removesEntry };
      const [reply] = isCluster(redis)
        ? [await buryOnCluster(redis, order)]
        : await pipelineReplies(redis, [buryCommand(order)]);
      if (reply === BURIED.lost) throw new PartitionsLostError([record.partition]);
      if (reply === BURIED.full) throw new DeadLettersFullError(maxDeadLetters);
      finished.add([record]);
    },
    release: async () => {
      reader.close();
      await holder.release();
    },
    lag: () => logLength(redis, known),
    state: () => readLogState(redis, known),
  };
}
