import type { Database } from '@tidemark/postgres';
import { createProjectRepository } from '@tidemark/postgres';
import type { RewriteDeps } from '../rewrites/start-rewrites';
import { startRewrites } from '../rewrites/start-rewrites';
import { applyRetention } from './apply-retention';

/** Removes data that is older than the retention of its project, in turns with the other workers. */
export function startRetention(
  deps: RewriteDeps & {
    readonly database: Database;
    readonly forgetResults: (projectId: number) => Promise<void>;
  },
): { close(): Promise<void> } {
  const { config, database, forgetResults, logger } = deps;
  const projects = createProjectRepository(database);
  return startRewrites('retention', config.RETENTION_SWEEP_SECONDS, deps, (rewriter) =>
    applyRetention({
      ...rewriter,
      listRetentions: () => projects.listRetentions(),
      forgetResults,
      now: () => new Date(),
      logger,
    }),
  );
}
