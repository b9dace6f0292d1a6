import type { ClickHouse } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createCohortCalculations,
  createCohortRepository,
  createDeletedCohorts,
  createFeatureFlagRepository,
  createFlagSubjects,
  createProjectRepository,
} from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import type { QueueMetrics } from '@tidemark/queues';
import { createCohortJobConsumer, createCohortQueue, createSweeps } from '@tidemark/queues';
import type { DefinitionsChannel } from '@tidemark/redis';
import type { QueryWorkerConfig } from '../config';
import { calculateCohort } from './calculate-cohort';
import { emptyDeletedCohorts } from './empty-deleted';
import { sweepCohorts } from './sweep';

/** Runs queued calculations, and queues cohorts that have changed or are outdated. */
export function startCohorts(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly channel: Pick<DefinitionsChannel, 'publish'>;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, clickhouse, channel, metrics, logger } = deps;
  const stopping = new AbortController();
  const connection = { redisUrl: config.REDIS_URL, logger, metrics };
  const queue = createCohortQueue(connection);
  const calculations = createCohortCalculations(database);
  const deleted = createDeletedCohorts(database);
  const recalculateAfterMs = config.COHORT_RECALCULATE_HOURS * 3_600_000;
  const cluster = config.CLICKHOUSE_CLUSTER;
  const calculation = {
    clickhouse,
    topology:
      cluster === undefined
        ? ({ kind: 'single' } as const)
        : ({ kind: 'cluster', cluster } as const),
    calculations,
    cohorts: createCohortRepository(database),
    flags: createFeatureFlagRepository(database),
    subjects: createFlagSubjects(database),
    projects: createProjectRepository(database),
    ...createProjectLookups(database),
    announce: (projectId: number) =>
      channel.publish({ project_id: projectId, what: 'feature_flags' }),
    enqueue: (job: { project_id: number; cohort_id: number }) => queue.add(job),
    now: () => new Date(),
    recalculateAfterMs,
    stopping: stopping.signal,
    logger,
  };
  const consumer = createCohortJobConsumer({
    ...connection,
    concurrency: config.COHORT_CONCURRENCY,
    handle: (job) => calculateCohort(calculation, job),
  });
  const sweeps = createSweeps('cohorts', {
    ...connection,
    everyMs: config.COHORT_SWEEP_SECONDS * 1_000,
    sweep: async () => {
      await sweepCohorts({
        calculations,
        enqueue: (job) => queue.addOnce(job),
        now: () => new Date(),
        recalculateAfterMs,
      });
      await emptyDeletedCohorts({ ...calculation, deleted });
    },
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([consumer.close(), sweeps.close()]);
      await queue.close();
    },
  };
}
