import type { Logger } from '@tidemark/platform';
import type { Database, ErasureRewrites, RewrittenStore } from '@tidemark/postgres';
import { rewriteErasedTables } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { rewriteAppendOnlyFile } from '@tidemark/redis';

/** Another transaction locks the table or waits for its lock: 55P03. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Makes the stores rewrite files that still contain bytes of deleted data, each store at most once in `everyMs`. Work
 * that is impossible now is due again at the next sweep.
 */
export async function rewriteStores(deps: {
  readonly rewrites: ErasureRewrites;
  readonly database: Database;
  readonly redis: Redis;
  readonly everyMs: number;
  /** Size of a Postgres table in MB; larger tables are not locked to be rewritten. */
  readonly maxTableBytes: number;
  readonly now: () => Date;
  readonly logger: Logger;
}): Promise<void> {
  const { rewrites, now } = deps;
  const work: Record<RewrittenStore, () => Promise<boolean>> = {
    postgres: () => rewritePostgres(deps),
    redis: () => rewriteRedis(deps),
  };
  for (const store of await rewrites.listDue(new Date(now().getTime() - deps.everyMs))) {
    const startedAt = now();
    if (await work[store]()) await rewrites.complete(store, startedAt);
  }
}

async function rewritePostgres(deps: {
  readonly database: Database;
  readonly maxTableBytes: number;
  readonly logger: Logger;
}): Promise<boolean> {
  try {
    const { tooLarge, logEnded } = await rewriteErasedTables(deps.database, deps.maxTableBytes);
    if (tooLarge.length > 0) {
      deps.logger.warn(
        { tables: tooLarge },
        'deleted values stay in free space of tables above ERASURE_REWRITE_MAX_MB until it is used again: run VACUUM FULL on them when ingestion can pause',
      );
    }
    if (!logEnded) {
      deps.logger.warn(
        'this user may not run CHECKPOINT or pg_switch_wal: deleted values stay in the write-ahead log of Postgres until it is recycled',
      );
    }
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    deps.logger.info('tables with deleted values are in use; they are rewritten at a later sweep');
    return false;
  }
}

async function rewriteRedis(deps: {
  readonly redis: Redis;
  readonly logger: Logger;
}): Promise<boolean> {
  const outcome = await rewriteAppendOnlyFile(deps.redis);
  if (outcome === 'forbidden') {
    deps.logger.warn(
      'Redis forbids BGREWRITEAOF: deleted values stay in its append-only file until Redis rewrites the file itself',
    );
  }
  return outcome !== 'busy';
}
