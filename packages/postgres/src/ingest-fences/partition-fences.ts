import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Schema } from '../schema';

/** Partition of the ingest log → how often it had been claimed when its owner claimed it. */
export type PartitionTokens = ReadonlyMap<number, number>;

/** Another worker has claimed these partitions since: what was to be committed is stale. */
export class FencedError extends Error {
  constructor(readonly partitions: readonly number[]) {
    super(`partitions have been claimed by another worker: ${partitions.join(', ')}`);
    this.name = 'FencedError';
  }
}

export interface PartitionFences {
  /** Makes all older tokens of these partitions worthless, and returns the new ones. */
  raise(partitions: readonly number[]): Promise<PartitionTokens>;
}

interface TokenRow {
  readonly partition: number;
  readonly token: number;
}

export function createPartitionFences({ db }: Database): PartitionFences {
  return {
    raise: async (partitions) => {
      const { rows } = await sql<TokenRow>`
        INSERT INTO ingest_fences (partition, token)
        SELECT partition, 1 FROM unnest(${[...partitions]}::int[]) AS claimed (partition)
        ORDER BY partition
        ON CONFLICT (partition) DO UPDATE SET token = ingest_fences.token + 1
        RETURNING partition, token`.execute(db);
      return new Map(rows.map(({ partition, token }) => [partition, token]));
    },
  };
}

/**
 * Holds these tokens as they are until the commit that must be next: whoever claims a partition
 * meanwhile waits for it.
 *
 * @throws FencedError when one of them is worthless by now.
 */
export async function holdFences(tx: Transaction<Schema>, tokens: PartitionTokens): Promise<void> {
  if (tokens.size === 0) return;
  const { rows } = await sql<Pick<TokenRow, 'partition'>>`
    SELECT f.partition
    FROM ingest_fences f
    JOIN unnest(${[...tokens.keys()]}::int[], ${[...tokens.values()]}::bigint[])
      AS held (partition, token) ON f.partition = held.partition AND f.token = held.token
    ORDER BY f.partition
    FOR SHARE OF f`.execute(tx);
  if (rows.length === tokens.size) return;
  const valid = new Set(rows.map(({ partition }) => partition));
  throw new FencedError([...tokens.keys()].filter((partition) => !valid.has(partition)));
}
