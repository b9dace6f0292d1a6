import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Schema } from '../schema';

/** For each partition of the ingest log, the number of its claims when its owner claimed it. */
export type PartitionTokens = ReadonlyMap<number, number>;

/** Another worker has claimed these partitions since, so the data to commit is stale. */
export class FencedError extends Error {
  constructor(readonly partitions: readonly number[]) {
    super(`partitions have been claimed by another worker: ${partitions.join(', ')}`);
    this.name = 'FencedError';
  }
}

export interface PartitionFences {
  /** Invalidates all older tokens of these partitions and returns new ones. */
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
 * Locks these tokens until the commit, which must follow: a claim of one of the partitions waits for it.
 * @throws FencedError if one of the tokens is invalid
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
