import type { Redis } from 'ioredis';
import { DEAD_LETTER_KEY, ENTRY_FIELD, streamKey } from './keys';
import { createLeaseHolder } from './lease-holder';
import { createPartitionLeases } from './leases';
import { logLength } from './log-length';
import { partitionOf } from './partition';
import { raisePartitionCount } from './partition-count';
import { pipelineReplies } from './pipeline-replies';
import { createStreamReader } from './stream-reader';
import type { LogRecord } from './stream-reader';

/**
 * One worker's view of the log. There are no consumer groups: what is in a stream is unprocessed, a new
 * owner reads from the beginning, and a record may be delivered again.
 */
export interface IngestLogConsumer {
  /**
   * Claims free or expired partitions up to a fair share among live consumers, gives back what is over
   * it, and answers those owned now. Call it between batches; leases are prolonged in the background.
   */
  acquire(): Promise<readonly number[]>;
  /**
   * The oldest records of these partitions, at most `count` in all, in order within a partition.
   * Waits up to `blockMs` for the first one; empty when none came, or after `release`.
   */
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  /** Removes records for good. Only after their rows are stored. */
  acknowledge(records: readonly LogRecord[]): Promise<void>;
  /** Copies a record that can never be processed to the dead-letter stream, then removes it. */
  deadLetter(record: LogRecord, reason: string): Promise<void>;
  /** Gives every lease back and stops reading. The connection passed in stays open. */
  release(): Promise<void>;
  /** Unprocessed events of the whole log. */
  lag(): Promise<number>;
}

export interface IngestLogConsumerDeps {
  /** A connection of role `consumer`; a second one is opened from it for blocking reads. */
  readonly redis: Redis;
  /** At least this many are read, and all that any producer has announced. */
  readonly partitions: number;
  /** Unique per process start. */
  readonly owner: string;
  /** How long a dead worker's partitions stay blocked. */
  readonly leaseMs: number;
}

/** Ids per XDEL: bounds one command's time on the server. */
const ACKNOWLEDGE_CHUNK = 1_000;

export function createIngestLogConsumer(deps: IngestLogConsumerDeps): IngestLogConsumer {
  const { redis, partitions, owner, leaseMs } = deps;
  const holder = createLeaseHolder({
    leases: createPartitionLeases({ redis, owner, leaseMs }),
    renewEveryMs: Math.max(10, Math.floor(leaseMs / 3)),
    start: partitionOf(0, owner, partitions),
  });
  const reader = createStreamReader(redis);
  let known = partitions;

  return {
    acquire: async () => {
      known = await raisePartitionCount(redis, partitions);
      return holder.acquire(known);
    },
    read: (owned, count, blockMs) => reader.read(owned, count, blockMs),
    acknowledge: async (records) => {
      await pipelineReplies(redis, removals(records));
    },
    deadLetter: async (record, reason) => {
      await pipelineReplies(redis, [
        [
          ...['xadd', DEAD_LETTER_KEY, '*', 'reason', reason],
          ...['partition', record.partition, 'id', record.id, ENTRY_FIELD, record.raw],
        ],
      ]);
      await pipelineReplies(redis, removals([record]));
    },
    release: async () => {
      reader.close();
      await holder.release();
    },
    lag: () => logLength(redis, known),
  };
}

function removals(records: readonly LogRecord[]): string[][] {
  const byPartition = new Map<number, string[]>();
  for (const { partition, id } of records) {
    const ids = byPartition.get(partition);
    if (ids === undefined) byPartition.set(partition, [id]);
    else ids.push(id);
  }
  const commands: string[][] = [];
  for (const [partition, ids] of byPartition) {
    for (let at = 0; at < ids.length; at += ACKNOWLEDGE_CHUNK) {
      commands.push(['xdel', streamKey(partition), ...ids.slice(at, at + ACKNOWLEDGE_CHUNK)]);
    }
  }
  return commands;
}
