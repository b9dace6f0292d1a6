import { SALT_LIFETIME_SECONDS } from '@tidemark/domain';
import type { GeoipLookup } from '@tidemark/geoip';
import { createFlagHashKeyStore, createPersonReader } from '@tidemark/postgres';
import { createPersonPropertiesCache, createVisitorStore } from '@tidemark/redis';
import type { EdgeAppDeps } from './app';
import type { EdgeProcess } from './edge-process';
import { createVisitorId } from './flags/cookieless-visitor';
import { createFlagsHandler } from './flags/flags-handler';
import { createRequestEvaluator } from './flags/request-evaluator';
import { createRequestLocation } from './flags/request-location';
import { createStoredDataReader } from './flags/stored-data';
import type { BodyHandlerDeps } from './http/body-handler';
import type { EdgeLimits } from './limits/open-limits';
import { createOfrepHandler } from './ofrep/ofrep-handler';
import type { Definitions } from './open-definitions';
import type { EdgeStores } from './open-stores';
import type { FlagUsage } from './usage/flag-usage';

/** The routes that evaluate flags. */
export function openFlags(
  { config, logger, edgeMetrics, monotonic, now }: EdgeProcess,
  { database, cache }: EdgeStores,
  parts: {
    readonly bodies: Omit<BodyHandlerDeps, 'metrics'>;
    readonly definitions: Pick<Definitions, 'projects' | 'flags' | 'publicLists'>;
    readonly limits: EdgeLimits;
    readonly usage: Pick<FlagUsage, 'count'>;
    /** Null without a database. */
    readonly geoip: GeoipLookup | null;
  },
): Pick<EdgeAppDeps, 'flags' | 'ofrep'> {
  const { bodies, definitions, limits, usage, geoip } = parts;
  const { projects, publicLists } = definitions;
  const trustedProxyHops = config.TRUSTED_PROXY_HOPS;
  const evaluate = createRequestEvaluator({
    definitions: definitions.flags,
    stored: createStoredDataReader({
      cache: createPersonPropertiesCache(cache),
      persons: createPersonReader(database),
      hashKeys: createFlagHashKeyStore(database),
      logger,
      now: monotonic,
    }),
    location: createRequestLocation({ geoip, trustedProxyHops }),
    metrics: edgeMetrics,
    logger,
    monotonic,
    now,
  });
  const shared = {
    ...bodies,
    projects,
    evaluate,
    metrics: edgeMetrics,
    usage,
    logger,
    inflate: { maxRatio: config.EDGE_MAX_INFLATE_RATIO },
    now,
  };
  return {
    flags: createFlagsHandler({
      ...shared,
      rate: limits.flagRate,
      addressRate: limits.flagAddressRate,
      trustedProxyHops,
      visitorId: createVisitorId({
        visitors: createVisitorStore(cache, SALT_LIFETIME_SECONDS),
        trustedProxyHops,
        logger,
        now,
      }),
      hasSurveys: async (projectId) => (await publicLists.surveysOf(projectId)).length > 0,
    }),
    ofrep: createOfrepHandler(shared),
  };
}
