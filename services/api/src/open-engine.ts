import type { Logger, Metrics } from '@tidemark/platform';
import type { QueryEngine, QueryLog } from '@tidemark/query-engine';
import {
  createBudgetObserver,
  createProjectLookups,
  createQueryEngine,
  createQueryLog,
  createQueryMetrics,
  createQueryObserver,
  createQueryStores,
} from '@tidemark/query-engine';
import type { ApiConfig } from './config';
import type { Stores } from './stores';

/** Opens the engine that runs queries, and the log of those that ran. */
export function openEngine(
  config: ApiConfig,
  stores: Pick<Stores, 'database' | 'clickhouse' | 'redis' | 'queryQueue'>,
  deps: { readonly metrics: Metrics; readonly now: () => Date; readonly logger: Logger },
): { readonly engine: QueryEngine; readonly queryLog: QueryLog } {
  const { clickhouse, queryQueue: queue } = stores;
  const { now, logger } = deps;
  const metrics = createQueryMetrics(deps.metrics);
  // If the operator removes the limit of requests, the limit of bytes is removed too, unless it is configured.
  const unlimited = config.QUERY_RATE_LIMIT_PER_HOUR === 0;
  const queryStores = createQueryStores(
    stores.redis,
    { ...(unlimited && { QUERY_READ_BUDGET_BYTES_PER_HOUR: 0 }), ...config },
    now,
  );
  const queryLog = createQueryLog({ clickhouse, logger });
  const engine = createQueryEngine({
    clickhouse,
    lookups: createProjectLookups(stores.database),
    now,
    ...queryStores,
    metrics,
    observe: createQueryObserver({
      metrics,
      logger,
      slowMs: config.QUERY_SLOW_SECONDS * 1_000,
      also: [queryLog.observe, createBudgetObserver({ budget: queryStores.budget, logger })],
    }),
    logger,
    enqueue: (job) => queue.add(job),
    dequeue: (token) => queue.remove(token),
    isQueued: (token) => queue.has(token),
    limits: {
      maxExecutionSeconds: config.QUERY_MAX_EXECUTION_SECONDS,
      maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
      maxReadRows: config.QUERY_MAX_READ_ROWS,
    },
    streamLimits: {
      maxRows: config.QUERY_STREAM_MAX_ROWS,
      maxExecutionSeconds: config.QUERY_STREAM_MAX_SECONDS,
      stalledSeconds: config.QUERY_STREAM_STALL_SECONDS,
      escapeFormulas: config.CSV_ESCAPE_FORMULAS,
    },
  });
  return { engine, queryLog };
}
