import type { LogRecord } from '@tidemark/ingest-log';
import { PartitionsLostError } from '@tidemark/ingest-log';
import type { PartitionFences, PartitionTokens } from '@tidemark/postgres';
import { FencedError } from '@tidemark/postgres';

/** The fencing tokens of the partitions that this worker owns. */
export interface OwnedFences {
  /** Takes new tokens; what an earlier owner still wants to commit is rejected from now on. */
  claim(partitions: readonly number[]): Promise<void>;
  /**
   * The fencing tokens of the partitions that contain these records.
   *
   * @throws PartitionsLostError for a partition that was never claimed here.
   */
  of(records: Iterable<Pick<LogRecord, 'partition'>>): PartitionTokens;
}

export function createOwnedFences(store: PartitionFences): OwnedFences {
  const tokens = new Map<number, number>();
  return {
    claim: async (partitions) => {
      for (const [partition, token] of await store.raise(partitions)) tokens.set(partition, token);
    },
    of: (records) => {
      const held = new Map<number, number>();
      for (const { partition } of records) {
        const token = tokens.get(partition);
        if (token === undefined) throw new PartitionsLostError([partition]);
        held.set(partition, token);
      }
      return held;
    },
  };
}

/** The partitions that an error says are another worker's now; null when it says something else. */
export function lostPartitions(error: unknown): readonly number[] | null {
  return error instanceof FencedError || error instanceof PartitionsLostError
    ? error.partitions
    : null;
}
