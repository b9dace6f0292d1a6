import type { ClickHouse } from '@tidemark/clickhouse';
import { isOverQuota } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import { createSealedBox } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createBatchExportRepository,
  createExportRunRepository,
  createProjectRepository,
  createRunProgress,
} from '@tidemark/postgres';
import type { QueueMetrics } from '@tidemark/queues';
import { createExportJobConsumer, createExportQueue, createSweeps } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import { runExport } from './run/run-export';
import { sweepExports } from './run/sweep';

/** The maximum time before a cancellation is detected. */
const LEASE_POLL_MS = 1_000;

/** Runs queued exports, and queues the runs that are due. */
export function startExports(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, clickhouse, metrics, logger } = deps;
  const stopping = new AbortController();
  const projects = createProjectRepository(database);
  const connection = { redisUrl: config.REDIS_URL, logger, metrics };
  const queue = createExportQueue(connection);
  const runDeps = {
    clickhouse,
    progress: createRunProgress(database),
    hasUsedUpRows: async (projectId: number) => {
      const limits = (await projects.findById(projectId))?.quotaLimits ?? [];
      return isOverQuota(limits, 'rows_exported', Date.now());
    },
    partRows: config.EXPORT_PART_ROWS,
    pollMs: LEASE_POLL_MS,
    stopping: stopping.signal,
    logger,
    rootDir: config.EXPORT_ROOT_DIR ?? null,
    allowPrivateEndpoints: config.EXPORT_ALLOW_PRIVATE_ENDPOINTS,
    allowHttpEndpoints: config.EXPORT_ALLOW_HTTP_ENDPOINTS,
    escapeFormulas: config.CSV_ESCAPE_FORMULAS,
    secrets:
      config.EXPORT_SECRETS_KEY === undefined ? null : createSealedBox(config.EXPORT_SECRETS_KEY),
  };
  const consumer = createExportJobConsumer({
    ...connection,
    concurrency: config.EXPORT_CONCURRENCY,
    handle: (job, attempt) => runExport(runDeps, job, attempt),
  });
  const sweepDeps = {
    batchExports: createBatchExportRepository(database),
    runs: createExportRunRepository(database),
    queue,
    now: () => new Date(),
    settleMs: config.EXPORT_SETTLE_SECONDS * 1_000,
  };
  const sweeps = createSweeps('exports', {
    ...connection,
    everyMs: config.EXPORT_SWEEP_SECONDS * 1_000,
    sweep: () => sweepExports(sweepDeps),
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([consumer.close(), sweeps.close()]);
      await queue.close();
    },
  };
}
