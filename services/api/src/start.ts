import { clickhouseMark } from '@tidemark/clickhouse';
import type { Logger, OpsRoutes, Metrics, RunningService } from '@tidemark/platform';
import {
  claimStores,
  createHttpMetrics,
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  metricsOnPort,
  openService,
  startTracing,
} from '@tidemark/platform';
import { createInstallationRegister } from '@tidemark/postgres';
import { createQueueMetrics } from '@tidemark/queues';
import { createDefinitionsChannel, createProcessDirectory, redisMark } from '@tidemark/redis';
import { createProposer } from './approval-required';
import { createApp } from './app';
import { createKnownProjects, watchKnownProjects } from './auth/known-projects';
import { openAuth } from './auth/open-auth';
import type { ApiConfig } from './config';
import { findConsoleFolder } from './console/console-folder';
import { createAnnouncer } from './definitions';
import { createLiveEvents } from './live-events/live-events';
import { openEngine } from './open-engine';
import type { ApiParts } from './parts';
import { openReplica } from './replica/open-replica';
import { createRepositories } from './repositories';
import { createResources } from './resources';
import { startGuardedRollouts } from './guarded-rollouts/start-guarded-rollouts';
import { startScheduledChanges } from './scheduled-changes/start-scheduled-changes';
import type { Stores } from './stores';
import { openStores } from './stores';

/**
 * Opens the stores, creates the resources from them and listens.
 * @param given `consoleFolder`: a build of the console that replaces the installed one; `rolloutSweepMs`: how often
 * guarded rollouts are checked
 */
export async function start(
  config: ApiConfig,
  given: { readonly consoleFolder?: string; readonly rolloutSweepMs?: number } = {},
): Promise<RunningService> {
  const logger = createLogger('api', config.LOG_LEVEL);
  await startTracing('api', config, logger);
  const metrics = createMetrics('api');
  const now = (): Date => new Date();

  const stores = openStores(config, logger, now);
  const { redis, subscriber } = stores;
  await claimStores({
    register: createInstallationRegister(stores.database),
    marks: [redisMark(redis), clickhouseMark(stores.clickhouse)],
    adopted: config.ADOPT_STORES,
    logger,
    end: () => process.kill(process.pid, 'SIGTERM'),
  });
  const channel = createDefinitionsChannel({ publisher: redis, subscriber, logger });
  const { repositories, closeReplica } = openReplica(stores, createRepositories(stores.database), {
    metrics,
    logger,
  });
  const knownProjects = createKnownProjects({
    projects: repositories.projects,
    now: () => performance.now(),
  });
  const watch = watchKnownProjects(knownProjects, channel, logger);
  const opened = openEngine(config, stores, { metrics, now, logger });
  const live = createLiveEvents({
    ...repositories,
    engine: opened.engine,
    maxStreams: config.LIVE_EVENT_STREAMS_MAX,
    metrics,
    now,
    logger,
  });
  const parts: ApiParts = {
    ...stores,
    ...repositories,
    ...opened,
    live,
    announceChange: createAnnouncer(channel, knownProjects, logger),
    proposeChange: createProposer(repositories.changeRequests, now),
    config,
    now,
    logger,
  };
  const auth = openAuth(parts, { metrics, knownProjects });
  const queueMetrics = createQueueMetrics(metrics);
  const scheduled = startScheduledChanges(parts, queueMetrics);
  const rollouts = startGuardedRollouts(parts, queueMetrics, given.rolloutSweepMs);
  const ops = createOps(config, stores, metrics);
  const app = createApp({
    ...createResources(parts, auth),
    authorizer: auth.authorizer,
    ops,
    metrics: createHttpMetrics(metrics),
    logger,
    bodyIdleMs: config.HTTP_BODY_IDLE_SECONDS * 1_000,
    csv: { escapeFormulas: config.CSV_ESCAPE_FORMULAS },
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    consoleFolder:
      config.CONSOLE === 'on' ? (given.consoleFolder ?? installedConsole(logger)) : null,
  });
  return openService({
    server: createHttpServer(config, app),
    reports: { service: 'api', register: createProcessDirectory(redis) },
    ops,
    metrics,
    logger,
    config,
    // Clients can keep streams open for any time.
    stopWork: async () => {
      live.close();
      await Promise.all([scheduled.close(), rollouts.close()]);
    },
    closeStores: async () => {
      closeReplica();
      await watch.stop();
      await parts.queryLog.flush();
      await stores.closeStores();
    },
  });
}

function installedConsole(logger: Logger): string | null {
  const folder = findConsoleFolder();
  if (folder === null) logger.warn('the console is not built: its pages are not served');
  return folder;
}

function createOps(
  config: ApiConfig,
  { database, clickhouse, redis }: Stores,
  metrics: Metrics,
): OpsRoutes {
  return createOpsRoutes({
    checks: [
      { name: 'postgres', check: () => database.check() },
      { name: 'clickhouse', check: () => clickhouse.ping() },
      {
        name: 'redis',
        check: async () => {
          await redis.ping();
        },
      },
    ],
    metrics,
    serveMetrics: metricsOnPort(config),
  });
}
