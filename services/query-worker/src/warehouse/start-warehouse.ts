import type { ClickHouse } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createWarehouseLoads } from '@tidemark/postgres';
import type { QueueMetrics } from '@tidemark/queues';
import { createSweeps, createWarehouseJobConsumer, createWarehouseQueue } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import { createSourceAccess } from '../source-access';
import { loadTable } from './load-table';
import { sweepWarehouse } from './sweep';

/** Runs queued loads of data-warehouse tables, and queues tables that wait or have outdated data. */
export function startWarehouse(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, clickhouse, metrics, logger } = deps;
  const stopping = new AbortController();
  const connection = { redisUrl: config.REDIS_URL, logger, metrics };
  const queue = createWarehouseQueue(connection);
  const loads = createWarehouseLoads(database);
  const { guard, allowHttp, secrets } = createSourceAccess(config);
  const now = (): Date => new Date();
  const refreshAfterMs =
    config.WAREHOUSE_REFRESH_HOURS === 0 ? null : config.WAREHOUSE_REFRESH_HOURS * 3_600_000;
  const cluster = config.CLICKHOUSE_CLUSTER;
  const consumer = createWarehouseJobConsumer({
    ...connection,
    concurrency: config.WAREHOUSE_CONCURRENCY,
    handle: (job, attempt) =>
      loadTable(
        {
          clickhouse,
          loads,
          files: loads.files,
          policy: {
            rootDir: config.WAREHOUSE_ROOT ?? null,
            guard,
            allowHttp,
          },
          secrets,
          limits: {
            maxRows: config.WAREHOUSE_MAX_ROWS,
            maxBytes: config.WAREHOUSE_MAX_MB * 1024 * 1024,
          },
          refreshAfterMs,
          now,
          stopping: stopping.signal,
          logger,
        },
        job,
        attempt,
      ),
  });
  const sweeps = createSweeps('warehouse', {
    ...connection,
    everyMs: config.WAREHOUSE_SWEEP_SECONDS * 1_000,
    sweep: () =>
      sweepWarehouse({
        clickhouse,
        topology: cluster === undefined ? { kind: 'single' } : { kind: 'cluster', cluster },
        loads,
        queue,
        refreshAfterMs,
        now,
      }),
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([consumer.close(), sweeps.close()]);
      await queue.close();
      guard.close();
    },
  };
}
