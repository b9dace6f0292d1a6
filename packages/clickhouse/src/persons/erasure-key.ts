import { randomBytes } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';

/** The ids are bound parameters; the engine's default bound is 256 KiB. */
export const LARGE = { max_query_size: 64 * 1024 * 1024 };

/**
 * Stands for texts in statements that delete. The engine keeps the text of a mutation, its parameters included, so
 * what is erased must not be in it: rows are found by keyed hashes, under a key that is used once.
 */
export interface ErasureKey {
  /** SQL that makes a hash of a text expression. */
  hashOf(expression: string): string;
  /** The hashes of texts, in their order. */
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
