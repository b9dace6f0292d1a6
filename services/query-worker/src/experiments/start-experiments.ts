import {
  createExperimentRepository,
  createExperimentResults,
  createProjectRepository,
} from '@tidemark/postgres';
import { createSweeps } from '@tidemark/queues';
import type { ResultsDeps } from './calculate-results';
import { calculateDueDays, recalculate } from './calculate-results';
import { createExperimentMetrics } from './experiment-metrics';
import type { OwnQueryDeps } from '../own-queries';
import { askDeps } from '../own-queries';

/** How often a process looks for days that have ended. Requests of users are carried out by each sweep. */
const DUE_DAYS_MS = 300_000;

/** Calculates the results of experiments by day (`docs/wire/experiments.md#time-series`), one process at a time. */
export function startExperiments(deps: OwnQueryDeps): { close(): Promise<void> } {
  const { config, database, logger } = deps;
  const stopping = new AbortController();
  const calculation: ResultsDeps = {
    ...askDeps(deps),
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
