import type { ClickHouse } from '@tidemark/clickhouse';
import type { Logger, Metrics } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import type { AskDeps, QueryObserver } from '@tidemark/query-engine';
import { createProjectLookups } from '@tidemark/query-engine';
import type { QueueMetrics } from '@tidemark/queues';
import type { QueryWorkerConfig } from './config';

/** What work needs that runs queries of the product itself: alerts, subscriptions, results of experiments. */
export interface OwnQueryDeps {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly metrics: Metrics;
  readonly queueMetrics: QueueMetrics;
  readonly observe: QueryObserver;
  readonly logger: Logger;
}

/** The dependencies of `askQuery`, with the limits of this process. */
export function askDeps({ config, database, clickhouse, observe }: OwnQueryDeps): AskDeps {
  return {
    clickhouse,
    lookups: createProjectLookups(database),
    limits: {
      maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
      maxReadRows: config.QUERY_MAX_READ_ROWS,
    },
    observe,
    now: () => new Date(),
  };
}
