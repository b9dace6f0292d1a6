import type { IngestLogConsumer, LogConsumerOptions, LogRecord } from '@tidemark/ingest-log';
import type { LogState, PartitionLeases } from '@tidemark/ingest-log';
import {
  confirmOwned,
  createFinishedRecords,
  createLeaseHolder,
  DEFAULT_MAX_DEAD_LETTERS,
  DeadLettersFullError,
  partitionOf,
  PartitionsLostError,
} from '@tidemark/ingest-log';
import type { Consumer } from '../client/library';
import { offsetOf } from '../client/names';
import type { LogOffsets } from '../client/offsets';
import type { LetterBox } from '../dead-letters/letter-box';
import { createFetchLoop } from './fetch-loop';
import type { PartitionQueue } from './partition-queue';
import { createPartitionQueue } from './partition-queue';
import { takeRange } from './take-range';

export interface KafkaConsumerDeps extends LogConsumerOptions {
  /** Must be used by this consumer only, because a waiting fetch blocks its connection. */
  readonly consumer: Consumer;
  readonly topic: string;
  readonly offsets: LogOffsets;
  readonly leases: PartitionLeases;
  readonly letters: LetterBox;
  /** Returns the current number of partitions of the topic. */
  readonly countPartitions: () => Promise<number>;
  readonly state: () => Promise<LogState>;
  readonly close: () => Promise<void>;
}

/** The maximum bytes in memory; above it, nothing is fetched until a range is processed. */
const MAX_HELD_BYTES = 64 * 1024 ** 2;
/** The maximum wait of one request, which must be shorter than the client's timeout. */
const LONGEST_WAIT_MS = 500;
/** Ms between two removals of processed records from the disks of the brokers. */
const TRIM_EVERY_MS = 30_000;

/**
 * Creates a consumer, which commits offsets after the rows are stored. Partitions are assigned by leases in Redis, with
 * the same fence in Postgres as for the log on Redis.
 */
export function createKafkaConsumer(deps: KafkaConsumerDeps): IngestLogConsumer {
  const { owner, leaseMs, offsets, letters } = deps;
  const finished = createFinishedRecords();
  const queues = new Map<number, PartitionQueue>();
  const maxDeadLetters = deps.maxDeadLetters ?? DEFAULT_MAX_DEAD_LETTERS;
  const loop = createFetchLoop({
    consumer: deps.consumer,
    topic: deps.topic,
    onMessages: (messages) => {
      for (const message of messages) queues.get(message.partition)?.add([message]);
    },
  });
  let closed = false;
  let trimDueAt = performance.now() + TRIM_EVERY_MS;

  const begin = async (partitions: readonly number[]): Promise<void> => {
    for (const [partition, offset] of await offsets.committed(partitions)) {
      queues.set(partition, createPartitionQueue(partition, offset));
    }
    finished.forget(partitions);
  };
  const holder = createLeaseHolder({
    leases: deps.leases,
    renewEveryMs: Math.max(10, Math.floor(leaseMs / 3)),
    start: partitionOf(0, owner, Math.max(1, deps.partitions)),
    onClaimed: async (partitions) => {
      // The fence is claimed first, so that later commits of the previous owner are rejected.
      await deps.onClaimed?.(partitions);
      await begin(partitions);
    },
    onChange: deps.onLeaseChange ?? (() => undefined),
  });

  const keepOnly = (owned: readonly number[]): void => {
    for (const partition of queues.keys()) if (!owned.includes(partition)) queues.delete(partition);
    finished.keepOnly(owned);
  };
  const positions = (partitions: Iterable<number>): ReadonlyMap<number, bigint> =>
    new Map(
      [...partitions].flatMap((partition) => {
        const queue = queues.get(partition);
        return queue === undefined ? [] : [[partition, queue.position] as const];
      }),
    );

  /** Also commits offsets again, because a stalled earlier owner may have set them back. */
  const trim = async (): Promise<void> => {
    if (performance.now() < trimDueAt) return;
    trimDueAt = performance.now() + TRIM_EVERY_MS;
    const lost = await holder.lost([...queues.keys()]);
    const processed = positions([...queues.keys()].filter((one) => !lost.includes(one)));
    await offsets.commit(processed);
    await offsets.trim(new Map([...processed].filter(([, offset]) => offset > 0n)));
  };

  const mayFetch = (): boolean =>
    [...queues.values()].reduce((sum, { bytes }) => sum + bytes, 0) < MAX_HELD_BYTES;
  const fetchMore = async (partitions: readonly number[], waitMs: number): Promise<void> => {
    const wanted = new Map(
      partitions.flatMap((partition) => {
        const queue = queues.get(partition);
        return queue === undefined ? [] : [[partition, queue.next] as const];
      }),
    );
    await loop.fetch(wanted, waitMs);
  };
  const openOf = (partitions: readonly number[]): number =>
    partitions.reduce((sum, partition) => sum + (queues.get(partition)?.open ?? 0), 0);

  /** Marks records as finished and commits the offsets. */
  const finish = async (records: readonly LogRecord[]): Promise<void> => {
    const touched = new Set(records.map(({ partition }) => partition));
    for (const { partition, id } of finished.completed(records)) queues.get(partition)?.finish(id);
    finished.add(records);
    await offsets.commit(positions(touched));
  };

  return {
    acquire: async () => {
      const count = Math.max(deps.partitions, await deps.countPartitions());
      const owned = await holder.acquire(count);
      keepOnly(owned);
      await trim();
      return owned;
    },
    read: async (partitions, count, blockMs) => {
      if (closed || partitions.length === 0 || count <= 0) return [];
      const deadline = performance.now() + blockMs;
      try {
        if (openOf(partitions) === 0 && blockMs === 0) await loop.settled();
        for (let before = -1; !isClosed() && openOf(partitions) < count && mayFetch();) {
          const open = openOf(partitions);
          // The leaders that responded have no further records.
          if (open > 0 && open === before) break;
          const left = Math.max(0, Math.ceil(deadline - performance.now()));
          if (open === 0 && before === 0 && left === 0) break;
          before = open;
          await fetchMore(partitions, open > 0 ? 0 : Math.min(left, LONGEST_WAIT_MS));
        }
      } catch (error) {
        if (isClosed()) return [];
        // Fetched records can be processed while a broker is unavailable.
        if (openOf(partitions) === 0) throw error;
      }
      return finished.unfinished(takeRange(queues, partitions, count));
    },
    confirm: (asked) => confirmOwned(holder, asked, leaseMs),
    holds: async ({ partition, id }) => {
      const committed = await offsets.committed([partition]);
      return (committed.get(partition) ?? 0n) <= offsetOf(id);
    },
    giveBack: (given) => {
      finished.forget(given);
      for (const partition of given) queues.delete(partition);
      return holder.giveBack(given);
    },
    acknowledge: async (records) => {
      const lost = await holder.lost([...new Set(records.map(({ partition }) => partition))]);
      await finish(records.filter(({ partition }) => !lost.includes(partition)));
      if (lost.length === 0) return;
      finished.forget(lost);
      throw new PartitionsLostError(lost);
    },
    deadLetter: async (record, reason) => {
      if ((await holder.lost([record.partition])).length > 0) {
        throw new PartitionsLostError([record.partition]);
      }
      if (!(await letters.add(record, reason, maxDeadLetters))) {
        throw new DeadLettersFullError(maxDeadLetters);
      }
      await finish([record]);
    },
    release: async () => {
      closed = true;
      loop.close();
      await holder.release();
      await deps.close();
    },
    lag: async () => (await deps.state()).depths.reduce((sum, depth) => sum + depth, 0),
    state: deps.state,
  };

  function isClosed(): boolean {
    return closed;
  }
}
