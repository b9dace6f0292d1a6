import type { DeadLetters } from '@tidemark/ingest-log';
import type { Database } from '@tidemark/postgres';
import { createErasureRewrites, createPersonErasures, eraseDeliveries } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { forgetPersons } from '@tidemark/redis';
import type { RewriteDeps } from '../rewrites/start-rewrites';
import { startRewrites } from '../rewrites/start-rewrites';
import { eraseDeletedPersons } from './erase-deleted-persons';
import { rewriteStores } from './rewrite-stores';

const MEGABYTE = 1024 * 1024;

/** Removes data of deleted persons, in turns with the other workers. */
export function startErasures(
  deps: RewriteDeps & {
    readonly database: Database;
    readonly redis: Redis;
    readonly deadLetters: DeadLetters;
  },
): { close(): Promise<void> } {
  const { config, database, redis, deadLetters, logger } = deps;
  const now = () => new Date();
  const erasures = createPersonErasures(database);
  const rewrites = createErasureRewrites(database, now);
  return startRewrites('erasures', config.ERASURE_SWEEP_SECONDS, deps, async (rewriter) => {
    await eraseDeletedPersons({
      ...rewriter,
      erasures,
      rewrites,
      forget: (projectId, persons) => forgetPersons(redis, deadLetters, projectId, persons),
      removeDeliveries: (projectId, persons) => eraseDeliveries(database, projectId, persons),
      now,
      logger,
    });
    await rewriteStores({
      rewrites,
      database,
      redis,
      everyMs: config.ERASURE_REWRITE_SECONDS * 1_000,
      maxTableBytes: config.ERASURE_REWRITE_MAX_MB * MEGABYTE,
      now,
      logger,
    });
  });
}
