import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createSurveyRepository } from '@tidemark/postgres';
import type { QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import type { DefinitionsChannel } from '@tidemark/redis';
import type { QueryWorkerConfig } from '../config';

/** A minute is short enough, because iterations are days apart. */
const SWEEP_MS = 60_000;

/** Moves recurring surveys to their next iteration, and announces the change to the edges. */
export function startSurveys(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly channel: Pick<DefinitionsChannel, 'publish'>;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, channel, metrics, logger } = deps;
  const surveys = createSurveyRepository(database);
  return createSweeps('surveys', {
    redisUrl: config.REDIS_URL,
    logger,
    metrics,
    everyMs: SWEEP_MS,
    sweep: async () => {
      for (const projectId of await surveys.advance(new Date())) {
        await channel.publish({ project_id: projectId, what: 'feature_flags' });
      }
    },
  });
}
