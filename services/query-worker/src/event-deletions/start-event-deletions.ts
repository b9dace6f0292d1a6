import type { ClickHouse } from '@tidemark/clickhouse';
import type { Database } from '@tidemark/postgres';
import { createDeletionProgress, createProjectRepository } from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import type { RewriteDeps } from '../rewrites/start-rewrites';
import { startRewrites } from '../rewrites/start-rewrites';
import { carryOutDeletion } from './delete-events';

/** A mutation of a cluster passes through Keeper, which accepts a megabyte: this number of ids has 400 kB. */
const BATCH = 10_000;

/** Carries out confirmed deletions of events, in turns with the other workers. */
export function startEventDeletions(
  deps: RewriteDeps & {
    readonly database: Database;
    readonly readClickhouse: ClickHouse;
    readonly forgetResults: (projectId: number) => Promise<void>;
  },
): { close(): Promise<void> } {
  const { config, database, readClickhouse, forgetResults, logger } = deps;
  const stopping = new AbortController();
  const progress = createDeletionProgress(database);
  const projects = createProjectRepository(database);
  const lookups = createProjectLookups(database);
  const now = (): Date => new Date();
  const sweeps = startRewrites(
    'event_deletions',
    config.EVENT_DELETION_SWEEP_SECONDS,
    deps,
    async (rewriter) => {
      for (;;) {
        const claim = stopping.signal.aborted ? null : await progress.claim(now());
        if (claim === null) return;
        await carryOutDeletion(
          {
            ...rewriter,
            ...{ progress, projects, lookups, readClickhouse, forgetResults, now, logger },
            stopping: stopping.signal,
            batchSize: BATCH,
          },
          claim,
        );
      }
    },
  );
  return {
    async close() {
      stopping.abort();
      await sweeps.close();
    },
  };
}
