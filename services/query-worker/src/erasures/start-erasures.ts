import type { Database } from '@tidemark/postgres';
import { createPersonErasures } from '@tidemark/postgres';
import type { RewriteDeps } from '../rewrites/start-rewrites';
import { startRewrites } from '../rewrites/start-rewrites';
import { eraseDeletedPersons } from './erase-deleted-persons';

/** Takes turns with the other workers in removing data of deleted persons. */
export function startErasures(
  deps: RewriteDeps & {
    readonly database: Database;
    readonly forgetResults: (projectId: number) => Promise<void>;
  },
): { close(): Promise<void> } {
  const { config, database, forgetResults, logger } = deps;
  const erasures = createPersonErasures(database);
  return startRewrites('erasures', config.ERASURE_SWEEP_SECONDS, deps, (rewriter) =>
    eraseDeletedPersons({
      ...rewriter,
      erasures,
      forgetResults,
      now: () => new Date(),
      logger,
    }),
  );
}
