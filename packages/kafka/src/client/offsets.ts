import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from './library';
import type { LogNames } from './names';

/** The offsets of a partition. */
export interface PartitionOffsets {
  readonly partition: number;
  /** The offset of the next record to process. */
  readonly committed: bigint;
  /** The offset of the next record that is written. */
  readonly end: bigint;
}

/** Timestamps with a special meaning in a request for offsets. */
const EARLIEST = -2n;
const LATEST = -1n;

/** Offsets of the log's group, by partition. */
export interface LogOffsets {
  /** Reads the offsets of partitions. */
  read(partitions: readonly number[]): Promise<PartitionOffsets[]>;
  /** Reads the offset of the next record to process; the beginning of the partition if no offset was committed. */
  committed(partitions: readonly number[]): Promise<ReadonlyMap<number, bigint>>;
  commit(offsets: ReadonlyMap<number, bigint>): Promise<void>;
  /** Deletes the entries before these offsets. */
  trim(offsets: ReadonlyMap<number, bigint>): Promise<void>;
  end(topic: string, partition: number): Promise<bigint>;
}

export function createLogOffsets(admin: Admin, { events, group }: LogNames): LogOffsets {
  const list = async (
    topic: string,
    partitions: readonly number[],
    timestamp: bigint,
  ): Promise<ReadonlyMap<number, bigint>> => {
    if (partitions.length === 0) return new Map();
    const topics = await admin.listOffsets({
      topics: [
        {
          name: topic,
          partitions: partitions.map((partitionIndex) => ({ partitionIndex, timestamp })),
        },
      ],
    });
    return new Map(
      topics.flatMap(({ partitions: found }) =>
        found.map(({ partitionIndex, offset }) => [partitionIndex, offset]),
      ),
    );
  };

  const committed = async (partitions: readonly number[]): Promise<ReadonlyMap<number, bigint>> => {
    if (partitions.length === 0) return new Map();
    const groups = await admin.listConsumerGroupOffsets({
      groups: [{ groupId: group, topics: [{ name: events, partitionIndexes: [...partitions] }] }],
    });
    const found = new Map(
      groups
        .flatMap(({ topics }) => topics)
        .flatMap(({ partitions: listed }) =>
          listed.map(({ partitionIndex, committedOffset }) => [partitionIndex, committedOffset]),
        ),
    );
    const earliest = await list(
      events,
      partitions.filter((partition) => (found.get(partition) ?? -1n) < 0n),
      EARLIEST,
    );
    return new Map(
      partitions.map((partition) => [
        partition,
        earliest.get(partition) ?? found.get(partition) ?? 0n,
      ]),
    );
  };

  return {
    committed,
    read: async (partitions) => {
      // In this order, so that records that are processed in between count as waiting.
      const processed = await committed(partitions);
      const ends = await list(events, partitions, LATEST);
      return partitions.map((partition) => ({
        partition,
        committed: processed.get(partition) ?? 0n,
        end: ends.get(partition) ?? 0n,
      }));
    },
    commit: async (offsets) => {
      if (offsets.size === 0) return;
      await admin.alterConsumerGroupOffsets({
        groupId: group,
        topics: [{ name: events, partitionOffsets: pairs(offsets) }],
      });
    },
    trim: async (offsets) => {
      if (offsets.size === 0) return;
      await admin.deleteRecords({ topics: [{ name: events, partitions: pairs(offsets) }] });
    },
    end: async (topic, partition) => (await list(topic, [partition], LATEST)).get(partition) ?? 0n,
  };
}

const COORDINATOR_MS = 30_000;
const COORDINATOR_PAUSE_MS = 200;

/**
 * Waits until a broker coordinates the group. A new cluster creates the topic of offsets at the first request for an
 * offset, and has no coordinator before.
 *
 * @throws the last error if it takes too long
 */
export async function waitForCoordinator(offsets: Pick<LogOffsets, 'committed'>): Promise<void> {
  for (const deadline = performance.now() + COORDINATOR_MS; ;) {
    try {
      await offsets.committed([0]);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(COORDINATOR_PAUSE_MS);
  }
}

function pairs(offsets: ReadonlyMap<number, bigint>): { partition: number; offset: bigint }[] {
  return [...offsets].map(([partition, offset]) => ({ partition, offset }));
}
