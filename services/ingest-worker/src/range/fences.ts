import type { LogRecord } from '@tidemark/ingest-log';
import { PartitionsLostError } from '@tidemark/ingest-log';
import type { PartitionFences, PartitionTokens } from '@tidemark/postgres';
import { FencedError } from '@tidemark/postgres';

/** The fencing tokens of the partitions that this worker owns. */
export interface OwnedFences {
  /** Gets new tokens. From then on, commits of earlier owners of the partitions are rejected. */
  claim(partitions: readonly number[]): Promise<void>;
  /**
   * Returns the fencing tokens of the partitions of these records.
   *
   * @throws PartitionsLostError for a partition that this worker has not claimed.
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

/** Returns the partitions that another worker has taken over, according to an error; null for any other error. */
export function lostPartitions(error: unknown): readonly number[] | null {
  return error instanceof FencedError || error instanceof PartitionsLostError
    ? error.partitions
    : null;
}
