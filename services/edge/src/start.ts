import type { RequestListener } from 'node:http';
import { openGeoip } from '@tidemark/geoip';
import type { DiskWatch, HealthCheck, OpsRoutes, RunningService } from '@tidemark/platform';
import {
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  metricsOnPort,
  openService,
  startTracing,
  watchDisk,
} from '@tidemark/platform';
import { addUsage } from '@tidemark/postgres';
import { createProcessDirectory } from '@tidemark/redis';
import { createEdgeApp, notFound } from './app';
import { createBodyBudget } from './body/body-budget';
import type { EdgeConfig } from './config';
import { createEdgeMetrics } from './edge-metrics';
import type { EdgeProcess } from './edge-process';
import type { BodyHandlerDeps } from './http/body-handler';
import { createIdleWatch } from './http/idle-watch';
import { openLimits } from './limits/open-limits';
import { openCapture } from './open-capture';
import { openDefinitions } from './open-definitions';
import { openFlags } from './open-flags';
import type { EdgeStores } from './open-stores';
import { openStores } from './open-stores';
import { createRemoteConfigHandler } from './sdk-config/remote-config-handler';
import { createSdkScripts } from './sdk-config/sdk-scripts';
import { createFlagUsage } from './usage/flag-usage';

export interface EdgeOptions {
  /** Handles every path that the edge does not serve; default: 404. */
  readonly fallback?: RequestListener;
  /** Other services that must respond before `/_readyz` returns 200. */
  readonly checks?: readonly HealthCheck[];
}

/** Opens the stores, creates the listener and starts the server. */
export async function start(
  config: EdgeConfig,
  options: EdgeOptions = {},
): Promise<RunningService> {
  const edge = openProcess(config);
  const { logger, metrics, edgeMetrics, monotonic, now } = edge;
  await startTracing('edge', config, logger);
  const geoip = await openGeoip({ path: config.GEOIP_MMDB_PATH, logger });
  const stores = await openStores(edge);
  const usage = createFlagUsage({
    save: (counts) => addUsage(stores.database.db, counts),
    logger,
    now,
  });
  const definitions = openDefinitions(edge, stores, usage);
  const { projects, publicLists, flagDefinitions } = definitions;
  const disk =
    config.DISK_WATCH_PATH === undefined
      ? null
      : watchDisk({ path: config.DISK_WATCH_PATH, minFreeBytes: config.DISK_MIN_FREE_BYTES });
  const ops = openOps(edge, stores, disk, options.checks ?? []);
  const bodies = openBodies(edge);
  const limits = openLimits(config, { redis: stores.cache, logger, now: monotonic });
  const capture = openCapture(edge, stores, { bodies, projects, limits, disk });
  const flags = openFlags(edge, stores, { bodies, definitions, limits, usage, geoip });
  const sdkScripts = createSdkScripts();
  const app = createEdgeApp({
    ops,
    ...capture.handlers,
    ...flags.handlers,
    reader: flagDefinitions.reader,
    definitionStreams: flagDefinitions.streams,
    remoteConfig: createRemoteConfigHandler({
      projects,
      flags: definitions.flags,
      sdkScripts,
      surveysOf: publicLists.surveysOf,
      logger,
      now,
    }),
    sdkScripts,
    publicLists: publicLists.handlers,
    addressWait: limits.addressWait,
    metrics: edgeMetrics,
    logger,
    fallback: options.fallback ?? notFound,
  });
  return openService({
    server: createHttpServer(config, app),
    reports: { service: 'edge', register: createProcessDirectory(stores.cache) },
    ops,
    metrics,
    logger,
    config,
    stopWork: () => {
      flagDefinitions.endStreams();
      flags.endStreams();
      return capture.stopWork();
    },
    closeStores: async () => {
      await capture.stop();
      await definitions.stop();
      await usage.stop();
      await stores.close();
    },
  });
}

function openProcess(config: EdgeConfig): EdgeProcess {
  const metrics = createMetrics('edge');
  return {
    config,
    logger: createLogger('edge', config.LOG_LEVEL),
    metrics,
    edgeMetrics: createEdgeMetrics(metrics),
    monotonic: () => performance.now(),
    now: () => Date.now(),
  };
}

function openOps(
  { config, metrics }: EdgeProcess,
  { producer, log, database }: EdgeStores,
  disk: DiskWatch | null,
  otherServices: readonly HealthCheck[],
): OpsRoutes {
  return createOpsRoutes({
    checks: [
      ...(disk === null ? [] : [{ name: 'disk', check: () => disk.check() }]),
      {
        name: 'redis',
        // Uses the connection that appends events, so that a ready edge can accept events.
        check: async () => {
          await producer.ping();
        },
      },
      ...(config.INGEST_LOG_URL === undefined
        ? []
        : [{ name: 'ingest_log', check: () => log.check() }]),
      { name: 'postgres', check: () => database.check() },
    ],
    otherServices,
    metrics,
    serveMetrics: metricsOnPort(config),
  });
}

function openBodies({
  config,
  metrics,
  edgeMetrics,
}: EdgeProcess): Omit<BodyHandlerDeps, 'metrics'> {
  const budget = createBodyBudget(config.EDGE_MAX_BODY_BYTES_IN_FLIGHT, (bytes, form) =>
    edgeMetrics.bodyBytes.inc({ form }, bytes),
  );
  metrics.readGauge(
    'edge_body_bytes_in_flight',
    'Bytes of request bodies in memory, as sent and inflated',
    () => budget.inFlight(),
  );
  return { budget, idle: createIdleWatch(config.HTTP_BODY_IDLE_SECONDS * 1_000) };
}
