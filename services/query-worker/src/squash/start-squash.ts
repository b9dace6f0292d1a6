import { createClickHouse } from '@tidemark/clickhouse';
import type { Logger, Metrics } from '@tidemark/platform';
import type { QueueMetrics } from '@tidemark/queues';
import { createSquashConsumer } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import { runSquash } from './run-squash';
import { createSquashMetrics } from './squash-metrics';

const HOUR_MS = 3_600_000;

/** Rewriting a large table can take hours, and the engine sends nothing until it has finished. */
const REWRITE_TIMEOUT_MS = 6 * HOUR_MS;

export interface SquashServiceDeps {
  readonly config: Pick<
    QueryWorkerConfig,
    | 'REDIS_URL'
    | 'CLICKHOUSE_URL'
    | 'CLICKHOUSE_CLUSTER'
    | 'SQUASH_EVERY_HOURS'
    | 'SQUASH_AFTER_HOURS'
  >;
  readonly metrics: Metrics;
  readonly queueMetrics: QueueMetrics;
  readonly logger: Logger;
}

/** Takes turns with the other workers in squashing person overrides. */
export function startSquash(deps: SquashServiceDeps): { close(): Promise<void> } {
  const { config, logger } = deps;
  const stopping = new AbortController();
  const clickhouse = createClickHouse({
    url: config.CLICKHOUSE_URL,
    logger,
    maxConnections: 1,
    requestTimeoutMs: REWRITE_TIMEOUT_MS,
  });
  const cluster = config.CLICKHOUSE_CLUSTER;
  const squashDeps = {
    clickhouse,
    topology:
      cluster === undefined
        ? ({ kind: 'single' } as const)
        : ({ kind: 'cluster', cluster } as const),
    afterMs: config.SQUASH_AFTER_HOURS * HOUR_MS,
    now: () => new Date(),
    isStopping: () => stopping.signal.aborted,
    metrics: createSquashMetrics(deps.metrics),
    logger,
  };
  const consumer = createSquashConsumer({
    redisUrl: config.REDIS_URL,
    everyMs: Math.round(config.SQUASH_EVERY_HOURS * HOUR_MS),
    logger,
    metrics: deps.queueMetrics,
    squash: () => runSquash(squashDeps),
  });
  return {
    async close() {
      stopping.abort();
      await consumer.close();
      await clickhouse.close();
    },
  };
}
