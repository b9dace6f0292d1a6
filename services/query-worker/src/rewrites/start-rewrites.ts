import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import type { QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';

/** Rewriting a large table can take hours, and the engine sends nothing until it has finished. */
const REWRITE_TIMEOUT_MS = 6 * 3_600_000;

export interface RewriteDeps {
  readonly config: QueryWorkerConfig;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}

/**
 * The dependencies of a sweep that rewrites tables: a connection with a timeout of hours, and the location of the
 * tables.
 */
export interface Rewriter {
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
}

/**
 * Runs a sweep that rewrites tables of ClickHouse, in turns with the other workers.
 * @param name of the sweeps' queue
 */
export function startRewrites(
  name: 'erasures' | 'event_deletions' | 'retention',
  everySeconds: number,
  { config, metrics, logger }: RewriteDeps,
  sweep: (rewriter: Rewriter) => Promise<void>,
): { close(): Promise<void> } {
  const clickhouse = createClickHouse({
    url: config.CLICKHOUSE_URL,
    logger,
    maxConnections: 1,
    requestTimeoutMs: REWRITE_TIMEOUT_MS,
  });
  const cluster = config.CLICKHOUSE_CLUSTER;
  const topology: Topology =
    cluster === undefined ? { kind: 'single' } : { kind: 'cluster', cluster };
  const sweeps = createSweeps(name, {
    redisUrl: config.REDIS_URL,
    everyMs: everySeconds * 1_000,
    logger,
    metrics,
    sweep: () => sweep({ clickhouse, topology }),
  });
  return {
    async close() {
      await sweeps.close();
      await clickhouse.close();
    },
  };
}
