import { firstOfMonth, usedUp } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createUsageRepository, forgetCountedSessions } from '@tidemark/postgres';
import type { QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import type { DefinitionsChannel } from '@tidemark/redis';
import type { QueryWorkerConfig } from '../config';

/** The maximum delay until a reached or raised limit is detected. */
const SWEEP_MS = 2_000;
/**
 * A session is recorded for at most a day; the remaining time allows for clock differences and events waiting in the
 * log.
 */
const SESSIONS_KEPT_MS = 3 * 86_400_000;

/** Compares usage with limits, and announces to the edges when projects reach a limit or no longer exceed any. */
export function startUsage(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly channel: Pick<DefinitionsChannel, 'publish'>;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, channel, metrics, logger } = deps;
  const usage = createUsageRepository(database);
  return createSweeps('usage', {
    redisUrl: config.REDIS_URL,
    logger,
    metrics,
    everyMs: SWEEP_MS,
    sweep: async () => {
      const now = new Date();
      const changed = await usage.updateQuotas(firstOfMonth(now), (parts) => usedUp(parts, now));
      for (const projectId of changed) {
        logger.info({ projectId }, 'the reached limits of a project have changed');
        await channel.publish({ project_id: projectId, what: 'project' });
      }
      const oldest = new Date(now.getTime() - SESSIONS_KEPT_MS);
      await forgetCountedSessions(database, oldest.toISOString().slice(0, 10));
    },
  });
}
