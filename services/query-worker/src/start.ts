import type { Logger, Metrics, RunningService } from '@tidemark/platform';
import {
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  metricsOnPort,
  openService,
  startTracing,
} from '@tidemark/platform';
import type { QueryObserver } from '@tidemark/query-engine';
import type { QueueMetrics } from '@tidemark/queues';
import { createQueueMetrics } from '@tidemark/queues';
import {
  createDefinitionsChannel,
  createProcessDirectory,
  forgetQueryResults,
} from '@tidemark/redis';
import { startAlerts } from './alerts/start-alerts';
import type { QueryWorkerConfig } from './config';
import { startCohorts } from './cohorts/start-cohorts';
import { startEventDeletions } from './event-deletions/start-event-deletions';
import { startErasures } from './erasures/start-erasures';
import { startExperiments } from './experiments/start-experiments';
import { startExports } from './exports/start-exports';
import { startImports } from './imports/start-imports';
import type { WorkerStores } from './open-stores';
import { openStores } from './open-stores';
import { startQueries } from './queries/start-queries';
import { startRetention } from './retention/start-retention';
import { startSamples } from './samples/start-samples';
import { startSquash } from './squash/start-squash';
import { startSubscriptions } from './subscriptions/start-subscriptions';
import { startSurveys } from './surveys/start-surveys';
import { startUsage } from './usage/start-usage';
import { startWarehouse } from './warehouse/start-warehouse';

/** Wires the stores to the queue and starts taking jobs. */
export async function start(config: QueryWorkerConfig): Promise<RunningService> {
  const logger = createLogger('query-worker', config.LOG_LEVEL);
  await startTracing('query-worker', config, logger);
  const metrics = createMetrics('query-worker');
  const stores = await openStores(config, logger);
  const { database, clickhouse, redis } = stores;
  const queueMetrics = createQueueMetrics(metrics);
  const queries = startQueries({ ...stores, config, metrics, queueMetrics, logger });
  const { observe } = queries;
  const otherWork = startOtherWork({ ...stores, config, metrics, queueMetrics, observe, logger });
  const ops = createOpsRoutes({
    checks: [
      { name: 'postgres', check: () => database.check() },
      { name: 'clickhouse', check: () => clickhouse.ping() },
      { name: 'redis', check: () => queries.check() },
    ],
    metrics,
    serveMetrics: metricsOnPort(config),
  });
  return openService({
    server: createHttpServer(config, ops.listener),
    reports: { service: 'query-worker', register: createProcessDirectory(redis) },
    ops,
    metrics,
    logger,
    config,
    stopWork: async () => {
      await Promise.all([queries.close(), ...otherWork.map((work) => work.close())]);
    },
    closeStores: async () => {
      await queries.flushLog();
      await stores.close();
    },
  });
}

interface OtherWorkDeps extends WorkerStores {
  readonly config: QueryWorkerConfig;
  readonly metrics: Metrics;
  readonly queueMetrics: QueueMetrics;
  readonly observe: QueryObserver;
  readonly logger: Logger;
}

/** Starts the jobs that no client waits for: exports, cohorts, alerts, experiments, subscriptions, surveys, usage, tables, imports, erasures and rewrites. */
function startOtherWork(deps: OtherWorkDeps): readonly { close(): Promise<void> }[] {
  const { config, database, clickhouse, redis, ingestLog } = deps;
  const { metrics, queueMetrics, observe, logger } = deps;
  // This connection only publishes; a second one would be needed for subscriptions.
  const channel = createDefinitionsChannel({ publisher: redis, subscriber: redis, logger });
  const shared = { config, database, metrics: queueMetrics, logger };
  return [
    startExports({ ...shared, clickhouse }),
    startCohorts({ ...shared, clickhouse, channel }),
    startAlerts({ config, database, clickhouse, metrics, queueMetrics, observe, logger }),
    startExperiments({ config, database, clickhouse, metrics, queueMetrics, observe, logger }),
    startSubscriptions({ config, database, clickhouse, metrics, queueMetrics, observe, logger }),
    startSurveys({ ...shared, channel }),
    startUsage({ ...shared, channel }),
    startWarehouse({ ...shared, clickhouse }),
    startImports({ ...shared, ingestLog }),
    startErasures({ ...shared, redis, deadLetters: ingestLog.deadLetters }),
    startEventDeletions({
      ...shared,
      readClickhouse: clickhouse,
      forgetResults: (projectId) => forgetQueryResults(redis, projectId),
    }),
    startRetention({
      ...shared,
      forgetResults: (projectId) => forgetQueryResults(redis, projectId),
    }),
    startSamples({ ...shared, clickhouse, redis, ingestLog, channel }),
    startSquash({ config, metrics, queueMetrics, logger }),
  ];
}
