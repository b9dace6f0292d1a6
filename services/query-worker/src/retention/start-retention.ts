import { createClickHouse } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createProjectRepository } from '@tidemark/postgres';
import type { QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import { applyRetention } from './apply-retention';

/** Rewriting a large table takes its time, and the engine says nothing until it is done. */
const REWRITE_TIMEOUT_MS = 6 * 3_600_000;

/** Takes turns with the other workers in removing what projects keep no longer. */
export function startRetention(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, forgetResults, metrics, logger } = deps;
  const clickhouse = createClickHouse({
    url: config.CLICKHOUSE_URL,
    logger,
    maxConnections: 1,
    requestTimeoutMs: REWRITE_TIMEOUT_MS,
  });
  const cluster = config.CLICKHOUSE_CLUSTER;
  const projects = createProjectRepository(database);
  const sweeps = createSweeps('retention', {
    redisUrl: config.REDIS_URL,
    everyMs: config.RETENTION_SWEEP_SECONDS * 1_000,
    logger,
    metrics,
    sweep: () =>
      applyRetention({
        listRetentions: () => projects.listRetentions(),
        clickhouse,
        topology:
          cluster === undefined
            ? ({ kind: 'single' } as const)
            : ({ kind: 'cluster', cluster } as const),
        forgetResults,
        now: () => new Date(),
        logger,
      }),
  });
  return {
    async close() {
      await sweeps.close();
      await clickhouse.close();
    },
  };
}
