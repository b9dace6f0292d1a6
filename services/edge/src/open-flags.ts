import { SALT_LIFETIME_SECONDS } from '@tidemark/domain';
import type { GeoipLookup } from '@tidemark/geoip';
import {
  createFlagHashKeyStore,
  createManyPersonsReader,
  createPersonReader,
} from '@tidemark/postgres';
import { createPersonPropertiesCache, createVisitorStore } from '@tidemark/redis';
import type { EdgeAppDeps } from './app';
import type { EdgeProcess } from './edge-process';
import { createVisitorId } from './flags/cookieless-visitor';
import { createFlagsHandler } from './flags/flags-handler';
import type { RequestEvaluator } from './flags/request-evaluator';
import { createRequestEvaluator } from './flags/request-evaluator';
import { createRequestLocation } from './flags/request-location';
import { createStoredDataReader } from './flags/stored-data';
import type { StoredPersonDeps } from './flags/stored-person';
import type { BodyHandlerDeps } from './http/body-handler';
import type { EdgeLimits } from './limits/open-limits';
import { createBatchedPerson } from './live-flags/batched-person';
import { openLiveFlags } from './live-flags/open-live-flags';
import { createOfrepHandler } from './ofrep/ofrep-handler';
import type { Definitions } from './open-definitions';
import type { EdgeStores } from './open-stores';
import type { FlagUsage } from './usage/flag-usage';

export interface FlagRoutes {
  readonly handlers: Pick<EdgeAppDeps, 'flags' | 'ofrep' | 'liveFlags'>;
  /** Ends all streams. Must be called before the server closes, which waits for open connections. */
  endStreams(): void;
}

type StoredSources = Omit<StoredPersonDeps, 'logger'>;

interface FlagParts {
  readonly bodies: Omit<BodyHandlerDeps, 'metrics'>;
  readonly definitions: Pick<Definitions, 'projects' | 'flags' | 'publicLists' | 'onChange'>;
  readonly limits: EdgeLimits;
  readonly usage: Pick<FlagUsage, 'count'>;
  /** Null without a database. */
  readonly geoip: GeoipLookup | null;
}

/** The routes that evaluate flags. */
export function openFlags(edge: EdgeProcess, stores: EdgeStores, parts: FlagParts): FlagRoutes {
  const { config, logger, metrics, edgeMetrics, monotonic, now } = edge;
  const { bodies, definitions, limits, usage } = parts;
  const { projects, publicLists } = definitions;
  const trustedProxyHops = config.TRUSTED_PROXY_HOPS;
  const evaluators = createEvaluators(edge, stores, parts);
  const shared = {
    projects,
    metrics: edgeMetrics,
    usage,
    logger,
    now,
  };
  const limited = {
    rate: limits.flagRate,
    addressRate: limits.flagAddressRate,
    trustedProxyHops,
    visitorId: createVisitorId({
      visitors: createVisitorStore(stores.cache, SALT_LIFETIME_SECONDS),
      trustedProxyHops,
      logger,
      now,
    }),
  };
  const requests = {
    ...shared,
    ...bodies,
    evaluate: evaluators.ofRequests,
    inflate: { maxRatio: config.EDGE_MAX_INFLATE_RATIO },
  };
  const liveFlags = openLiveFlags({
    ...shared,
    ...limited,
    evaluate: evaluators.ofStreams,
    flags: definitions.flags,
    limits: {
      max: config.LIVE_FLAG_STREAMS_MAX,
      maxPerProject: config.LIVE_FLAG_STREAMS_PER_PROJECT,
    },
    registry: metrics,
    monotonic,
    random: Math.random,
  });
  definitions.onChange(liveFlags);
  return {
    handlers: {
      flags: createFlagsHandler({
        ...requests,
        ...limited,
        hasSurveys: async (project) => (await publicLists.surveysOf(project)).length > 0,
      }),
      ofrep: createOfrepHandler(requests),
      liveFlags: liveFlags.handler,
    },
    endStreams: () => liveFlags.end(),
  };
}

interface Evaluators {
  /** Reads the stored data of each request separately. */
  readonly ofRequests: RequestEvaluator;
  /** Reads the stored data of many streams together. */
  readonly ofStreams: RequestEvaluator;
}

function createEvaluators(
  { config, logger, edgeMetrics, monotonic, now }: EdgeProcess,
  { database, cache }: EdgeStores,
  { definitions, geoip }: Pick<FlagParts, 'definitions' | 'geoip'>,
): Evaluators {
  const location = createRequestLocation({ geoip, trustedProxyHops: config.TRUSTED_PROXY_HOPS });
  const persons: StoredSources = {
    cache: createPersonPropertiesCache(cache),
    persons: createPersonReader(database),
    hashKeys: createFlagHashKeyStore(database),
  };
  const many = createManyPersonsReader(database);
  const evaluatorOf = (sources: StoredSources): RequestEvaluator =>
    createRequestEvaluator({
      definitions: definitions.flags,
      stored: createStoredDataReader({ ...sources, logger, now: monotonic }),
      location,
      metrics: edgeMetrics,
      logger,
      monotonic,
      now,
    });
  return {
    ofRequests: evaluatorOf(persons),
    ofStreams: evaluatorOf(createBatchedPerson({ ...persons, many })),
  };
}
