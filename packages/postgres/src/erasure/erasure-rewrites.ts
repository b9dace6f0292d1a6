import { sql } from 'kysely';
import type { Database } from '../database';

/** Stores whose files still contain deleted bytes until they are rewritten. */
export type RewrittenStore = 'postgres' | 'redis';

/** Records which stores must rewrite their files because data of persons was deleted. */
export interface ErasureRewrites {
  /** Records that data was deleted from both stores. */
  request(): Promise<void>;
  /** The stores with deleted data that were not rewritten since `before`. */
  listDue(before: Date): Promise<readonly RewrittenStore[]>;
  /**
   * Records that a store was rewritten. @param startedAt data that was deleted after this time still needs a rewrite
   */
  complete(store: RewrittenStore, startedAt: Date): Promise<void>;
}

export function createErasureRewrites({ db }: Database, now: () => Date): ErasureRewrites {
  return {
    async request() {
      await sql`
        INSERT INTO erasure_rewrites (store, due_at)
        VALUES ('postgres', ${now()}), ('redis', ${now()})
        ON CONFLICT (store) DO UPDATE SET due_at = excluded.due_at`.execute(db);
    },
    async listDue(before) {
      const { rows } = await sql<{ store: RewrittenStore }>`
        SELECT store FROM erasure_rewrites
        WHERE due_at IS NOT NULL AND (done_at IS NULL OR done_at <= ${before})
        ORDER BY store`.execute(db);
      return rows.map(({ store }) => store);
    },
    async complete(store, startedAt) {
      await sql`
        UPDATE erasure_rewrites SET done_at = ${startedAt},
          due_at = CASE WHEN due_at > ${startedAt} THEN due_at END
        WHERE store = ${store}`.execute(db);
    },
  };
}
