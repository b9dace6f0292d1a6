import type { RequestListener } from 'node:http';
import { SALT_LIFETIME_SECONDS } from '@tidemark/domain';
import { openGeoip } from '@tidemark/geoip';
import type { HealthCheck, RunningService } from '@tidemark/platform';
import {
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  createSealedBox,
  openService,
  startTracing,
} from '@tidemark/platform';
import {
  createCohortRepository,
  createDatabase,
  createFeatureFlagRepository,
  createFlagHashKeyStore,
  createPersonReader,
  createProjectRepository,
} from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import {
  closeRedis,
  createDefinitionsChannel,
  createDefinitionsVersions,
  createIngestLogProducer,
  createPersonPropertiesCache,
  createRedis,
  createVisitorStore,
  requireDurability,
  watchDurability,
} from '@tidemark/redis';
import { edgeAccessTokens } from './access/edge-access-tokens';
import { createEdgeApp, notFound } from './app';
import { createBodyBudget } from './body/body-budget';
import { createSlots } from './body/slots';
import { createCaptureHandler } from './capture/capture-handler';
import { createRefusalWarnings } from './capture/refusal-warnings';
import { createCaptureV1Handler } from './capture-v1/capture-v1-handler';
import type { EdgeConfig } from './config';
import { watchDefinitions } from './definitions/watch-definitions';
import { createEdgeMetrics } from './edge-metrics';
import { createVisitorId } from './flags/cookieless-visitor';
import { createFlagDefinitions } from './flags/flag-definitions';
import { createFlagsHandler } from './flags/flags-handler';
import { createRequestEvaluator } from './flags/request-evaluator';
import { createRequestLocation } from './flags/request-location';
import { createStoredDataReader } from './flags/stored-data';
import { openLocalEvaluation } from './local-evaluation/open-local-evaluation';
import { createOfrepHandler } from './ofrep/ofrep-handler';
import { openLimits } from './limits/open-limits';
import { createProjectDirectory } from './projects/project-directory';
import { createRecordingHandler } from './recordings/recording-handler';
import { openPublicLists } from './public-lists/open-public-lists';
import { createRemoteConfigHandler } from './remote-config/remote-config-handler';
import { createSdkScripts } from './static/sdk-scripts';
import { createHasSurveys } from './surveys/has-surveys';

export interface EdgeOptions {
  /** Takes every path the edge does not own; default: 404. */
  readonly fallback?: RequestListener;
  /** What else must answer before `/_readyz` is 200. */
  readonly checks?: readonly HealthCheck[];
}

/** Definitions of one project, or the persons of one request. */
const POSTGRES_TIMEOUT_MS = 10_000;
const POSTGRES_POOL_SIZE = 8;
const VERSION_POLL_MS = 500;
/** Five times the largest body on the wire. */
const MAX_INFLATED_BYTES = 100 * 1024 * 1024;
/** Large bodies inflated at once: bounds what bombs can cost in memory. */
const INFLATE_SLOTS = 3;
const SHARE_LEFT_TO_FLAGS = 1 / 8;

/** Wires the stores to the listener and starts answering. */
export async function start(
  config: EdgeConfig,
  options: EdgeOptions = {},
): Promise<RunningService> {
  if (config.REQUIRE_DURABLE_REDIS) await requireDurability(config.REDIS_URL);
  const logger = createLogger('edge', config.LOG_LEVEL);
  await startTracing('edge', config, logger);
  const geoip = await openGeoip({ path: config.GEOIP_MMDB_PATH, logger });
  const metrics = createMetrics('edge');
  const edgeMetrics = createEdgeMetrics(metrics);
  const monotonic = (): number => performance.now();
  const now = (): number => Date.now();

  const database = createDatabase(config.DATABASE_URL, {
    poolSize: POSTGRES_POOL_SIZE,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
  });
  const producer = createRedis(config.REDIS_URL, 'producer', logger);
  const cache = createRedis(config.REDIS_URL, 'cache', logger);
  const subscriber = createRedis(config.REDIS_URL, 'pubsub', logger);

  watchDurability(producer, { logger, metrics });

  const versions = createDefinitionsVersions(cache);
  const projects = createProjectDirectory({
    projects: createProjectRepository(database),
    logger,
    now: monotonic,
    wallClock: () => new Date(),
  });
  const definitions = createFlagDefinitions({
    flags: createFeatureFlagRepository(database),
    cohorts: createCohortRepository(database),
    versions,
    logger,
    now: monotonic,
  });
  const publicLists = openPublicLists({ database, projects, logger, now: monotonic });
  const { surveys } = publicLists;
  const localEvaluation = openLocalEvaluation({
    database,
    flags: definitions,
    projects,
    readsPerMinute: config.FLAG_DEFINITIONS_PER_MINUTE,
    maxStreams: config.FLAG_STREAMS_MAX,
    payloadBox:
      config.FLAG_SECRETS_KEY === undefined ? null : createSealedBox(config.FLAG_SECRETS_KEY),
    tokens: edgeAccessTokens(config),
    metrics: edgeMetrics,
    logger,
    monotonic,
    now,
  });
  metrics.readGauge('edge_definition_streams', 'Open streams of definition changes', () =>
    localEvaluation.openStreams(),
  );
  const watch = watchDefinitions({
    channel: createDefinitionsChannel({ publisher: cache, subscriber, logger }),
    versions,
    flags: definitions,
    projects,
    onFlagsChanged: (projectId) => {
      publicLists.invalidate(projectId);
      localEvaluation.changed(projectId);
    },
    pollMs: VERSION_POLL_MS,
    logger,
  });
  const ops = createOpsRoutes({
    checks: [
      { name: 'redis', check: () => ping(producer) },
      { name: 'postgres', check: () => database.check() },
      ...(options.checks ?? []),
    ],
    metrics,
    serveMetrics: config.METRICS_PORT === undefined,
  });

  const budget = createBodyBudget(config.EDGE_MAX_BODY_BYTES_IN_FLIGHT, (bytes, form) =>
    edgeMetrics.bodyBytes.inc({ form }, bytes),
  );
  metrics.readGauge(
    'edge_body_bytes_in_flight',
    'Bytes of request bodies in memory, as sent and inflated',
    () => budget.inFlight(),
  );
  /** Flags stay answered while capture has used up its share. */
  const captureBudget = {
    ...budget,
    hold: () => budget.hold(config.EDGE_MAX_BODY_BYTES_IN_FLIGHT * SHARE_LEFT_TO_FLAGS),
  };
  const shared = {
    budget,
    projects,
    metrics: edgeMetrics,
    logger,
    now,
    bodyIdleMs: config.HTTP_BODY_IDLE_SECONDS * 1_000,
    inflate: { maxInflatedBytes: MAX_INFLATED_BYTES, slots: createSlots(INFLATE_SLOTS) },
  };
  const log = createIngestLogProducer({
    redis: producer,
    partitions: config.INGEST_PARTITIONS,
    maxLength: config.INGEST_LOG_MAX_EVENTS,
  });
  const limits = openLimits(config, { redis: cache, logger, now: monotonic });
  const refusals = createRefusalWarnings({ log, logger, now });
  const capture = {
    ...shared,
    refusals,
    log,
    budget: captureBudget,
    eventLimit: limits.eventLimit,
    acceptUnknownTokens: config.UNKNOWN_TOKEN_STATUS === '200',
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  };
  const evaluate = createRequestEvaluator({
    definitions,
    stored: createStoredDataReader({
      cache: createPersonPropertiesCache(cache),
      persons: createPersonReader(database),
      hashKeys: createFlagHashKeyStore(database),
      logger,
      now: monotonic,
    }),
    location: createRequestLocation({ geoip, trustedProxyHops: config.TRUSTED_PROXY_HOPS }),
    metrics: edgeMetrics,
    logger,
    monotonic,
    now,
  });
  const sdkScripts = createSdkScripts();
  const server = createHttpServer(
    config,
    createEdgeApp({
      ops,
      capture: createCaptureHandler(capture),
      captureV1: createCaptureV1Handler(capture),
      recordings: createRecordingHandler(capture),
      flags: createFlagsHandler({
        ...shared,
        evaluate,
        rate: limits.flagRate,
        addressRate: limits.flagAddressRate,
        trustedProxyHops: config.TRUSTED_PROXY_HOPS,
        visitorId: createVisitorId({
          visitors: createVisitorStore(cache, SALT_LIFETIME_SECONDS),
          trustedProxyHops: config.TRUSTED_PROXY_HOPS,
          logger,
          now,
        }),
        hasSurveys: createHasSurveys({ surveys, logger }),
      }),
      ofrep: createOfrepHandler({ ...shared, evaluate }),
      reader: localEvaluation.reader,
      definitionStreams: localEvaluation.streams,
      remoteConfig: createRemoteConfigHandler({
        projects,
        flags: definitions,
        sdkScripts,
        surveys,
        logger,
        now,
      }),
      sdkScripts,
      publicLists: publicLists.handlers,
      addressWait: limits.addressWait,
      metrics: edgeMetrics,
      logger,
      fallback: options.fallback ?? notFound,
    }),
  );
  return openService({
    server,
    ops,
    metrics,
    logger,
    config,
    stopWork: () => {
      localEvaluation.endStreams();
      return refusals.stop();
    },
    closeStores: async () => {
      await watch.stop();
      await Promise.all([...[producer, cache, subscriber].map(closeRedis), database.close()]);
    },
  });
}

/** Through the connection that appends events: ready means they can be taken. */
async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}
