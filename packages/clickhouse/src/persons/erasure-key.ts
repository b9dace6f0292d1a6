import { randomBytes } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';

/** The ids are bound parameters, for which the engine's default limit is 256 KiB. */
export const LARGE = { max_query_size: 64 * 1024 * 1024 };

/**
 * Replaces texts by hashes in statements that delete. The engine stores the text of a mutation with its parameters, so
 * it must not contain the erased data: rows are found by keyed hashes, with a key that is used once.
 */
export interface ErasureKey {
  /** Returns the SQL expression for the hash of a text expression. */
  hashOf(expression: string): string;
  /** Returns the hashes of texts, in the same order. */
  hash(texts: readonly string[]): Promise<readonly string[]>;
}

export function createErasureKey(clickhouse: ClickHouse): ErasureKey {
  const bytes = randomBytes(16);
  const [low, high] = [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8)];
  const hashOf = (expression: string): string =>
    `hex(sipHash128Keyed((toUInt64(${low}), toUInt64(${high})), ${expression}))`;
  return {
    hashOf,
    async hash(texts) {
      if (texts.length === 0) return [];
      const { rows } = await clickhouse.query<[string[]]>({
        name: 'erasure_hashes',
        sql: `SELECT arrayMap(t -> ${hashOf('t')}, {texts:Array(String)})`,
        params: { texts },
        settings: LARGE,
      });
      return rows[0]?.[0] ?? [];
    },
  };
}
