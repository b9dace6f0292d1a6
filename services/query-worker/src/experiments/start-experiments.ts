import type { ClickHouse } from '@tidemark/clickhouse';
import type { Logger, Metrics } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createExperimentRepository,
  createExperimentResults,
  createProjectRepository,
} from '@tidemark/postgres';
import type { QueryObserver } from '@tidemark/query-engine';
import { createProjectLookups } from '@tidemark/query-engine';
import type { QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import type { ResultsDeps } from './calculate-results';
import { calculateDueDays, recalculate } from './calculate-results';
import { createExperimentMetrics } from './experiment-metrics';

/** How often a process looks for days that have ended. Requests of users are carried out by each sweep. */
const DUE_DAYS_MS = 300_000;

/** Calculates the results of experiments by day (`docs/wire/experiments.md#time-series`), one process at a time. */
export function startExperiments(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly metrics: Metrics;
  readonly queueMetrics: QueueMetrics;
  readonly observe: QueryObserver;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, clickhouse, observe, logger } = deps;
  const stopping = new AbortController();
  const calculation: ResultsDeps = {
    clickhouse,
    lookups: createProjectLookups(database),
    limits: {
      maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
      maxReadRows: config.QUERY_MAX_READ_ROWS,
    },
    observe,
    now: () => new Date(),
    results: createExperimentResults(database),
    experiments: createExperimentRepository(database),
    projects: createProjectRepository(database),
    metrics: createExperimentMetrics(deps.metrics),
    stopping: stopping.signal,
    logger,
  };
  let dueDaysAt = 0;
  const sweeps = createSweeps('experiments', {
    redisUrl: config.REDIS_URL,
    logger,
    metrics: deps.queueMetrics,
    everyMs: config.EXPERIMENT_SWEEP_SECONDS * 1_000,
    sweep: async () => {
      await recalculate(calculation);
      if (Date.now() < dueDaysAt) return;
      await calculateDueDays(calculation);
      dueDaysAt = Date.now() + DUE_DAYS_MS;
    },
  });
  return {
    async close() {
      stopping.abort();
      await sweeps.close();
    },
  };
}
