import { resolve } from 'node:path';
import {
  adoptStores,
  ingestLogUrl,
  redisUrl as redisUrlSchema,
  rowPolicyFields,
} from '@tidemark/configuration';
import { ConfigError, loadConfig } from '@tidemark/platform';
import type { Topology } from '@tidemark/clickhouse';
import { runningPostgresUrl } from '@tidemark/postgres';
import { runningRedisUrl } from '@tidemark/redis';
import { z } from 'zod';
import type { EmbeddedStores } from './backup/running-stores';
import { publishedStores } from './backup/running-stores';
import { CommandError, EXIT } from './exit-codes';
import type { MigrationTarget } from './migrate/migrate-stores';

export type Environment = Readonly<Record<string, string | undefined>>;

const schema = z.object({
  REDIS_URL: redisUrlSchema.optional(),
  INGEST_LOG_URL: ingestLogUrl,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The data directory of the running product, whose Redis or Postgres is used if no URL is given. */
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
});

/** The data directory of the product. @throws ConfigError */
export function dataDirectory(env: Environment): string {
  return loadConfig(schema, env).DATA_DIR;
}

/**
 * Returns the URL of Redis: REDIS_URL, else that of the Tidemark running in DATA_DIR.
 *
 * @throws ConfigError, or one line when none is given and none runs.
 */
export function redisUrl(env: Environment): string {
  const { REDIS_URL, DATA_DIR } = loadConfig(schema, env);
  return REDIS_URL ?? runningRedisUrl(DATA_DIR);
}

/** Returns the URL of the log on Kafka; undefined if the log is in Redis. @throws ConfigError */
export function kafkaUrl(env: Environment): string | undefined {
  return loadConfig(schema, env).INGEST_LOG_URL;
}

/**
 * Returns the URL of Postgres: DATABASE_URL, else that of the Tidemark running in DATA_DIR.
 *
 * @throws ConfigError, or one line when none is given and none runs.
 */
export function databaseUrl(env: Environment): string {
  const { DATABASE_URL, DATA_DIR } = loadConfig(schema, env);
  return DATABASE_URL ?? runningPostgresUrl(DATA_DIR);
}

const storesSchema = schema.extend({ CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional() });

/**
 * Returns the URL of ClickHouse: the one that is set, else that of the Tidemark running in DATA_DIR. Null if only
 * DATABASE_URL is set, so that commands that can do without ClickHouse still work.
 *
 * @throws ConfigError; CommandError if no Tidemark is running.
 */
export function clickhouseUrl(env: Environment): string | null {
  const { CLICKHOUSE_URL, DATABASE_URL, DATA_DIR } = loadConfig(storesSchema, env);
  if (CLICKHOUSE_URL !== undefined) return CLICKHOUSE_URL;
  return DATABASE_URL === undefined ? publishedStores(DATA_DIR).clickhouse : null;
}

/**
 * Returns the URLs of all three stores: those that are set, else those of the Tidemark running in DATA_DIR.
 *
 * @throws ConfigError; CommandError if a URL is not set and the store is not running.
 */
export function allStores(env: Environment): EmbeddedStores {
  const { DATABASE_URL, REDIS_URL, CLICKHOUSE_URL, DATA_DIR } = loadConfig(storesSchema, env);
  const given = { postgres: DATABASE_URL, redis: REDIS_URL, clickhouse: CLICKHOUSE_URL };
  const own = Object.values(given).includes(undefined) ? publishedStores(DATA_DIR) : null;
  const find = (store: keyof typeof given, name: string): string => {
    const url = given[store] ?? own?.[store];
    if (typeof url === 'string') return url;
    throw new CommandError(
      `${name} is missing: this Tidemark uses an external ${store}`,
      EXIT.usage,
    );
  };
  return {
    postgres: find('postgres', 'DATABASE_URL'),
    redis: find('redis', 'REDIS_URL'),
    clickhouse: find('clickhouse', 'CLICKHOUSE_URL'),
  };
}

const migrationSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }),
  /** Name of the ClickHouse cluster; unset: a single node. */
  CLICKHOUSE_CLUSTER: z.string().regex(/^\w+$/).optional(),
  ...rowPolicyFields,
  /** The first project key and the first personal key; both or neither. */
  BOOTSTRAP_PROJECT_API_KEY: z.string().min(1).optional(),
  BOOTSTRAP_PERSONAL_API_KEY: z.string().min(1).optional(),
  ADOPT_STORES: adoptStores,
});

/**
 * Returns the stores that `migrate` migrates.
 *
 * @throws ConfigError that names the missing variables.
 */
export function migrationTarget(env: Environment): MigrationTarget {
  const config = loadConfig(migrationSchema, env);
  const projectApiKey = config.BOOTSTRAP_PROJECT_API_KEY;
  const personalApiKey = config.BOOTSTRAP_PERSONAL_API_KEY;
  if ((projectApiKey === undefined) !== (personalApiKey === undefined)) {
    throw new ConfigError(
      'Invalid configuration: only one of BOOTSTRAP_PROJECT_API_KEY and BOOTSTRAP_PERSONAL_API_KEY is set; set both or neither',
    );
  }
  return {
    postgresUrl: config.DATABASE_URL,
    clickhouseUrl: config.CLICKHOUSE_URL,
    adopted: config.ADOPT_STORES,
    rowPolicies: { mode: config.CLICKHOUSE_ROW_POLICIES, url: config.CLICKHOUSE_QUERY_URL },
    topology: topologyOf(config.CLICKHOUSE_CLUSTER),
    keys:
      projectApiKey === undefined || personalApiKey === undefined
        ? null
        : { projectApiKey, personalApiKey },
  };
}

/** Returns whether ClickHouse is a single node or a cluster. @throws ConfigError */
export function clickhouseTopology(env: Environment): Topology {
  const { CLICKHOUSE_CLUSTER } = migrationSchema.shape;
  return topologyOf(loadConfig(z.object({ CLICKHOUSE_CLUSTER }), env).CLICKHOUSE_CLUSTER);
}

function topologyOf(cluster: string | undefined): Topology {
  return cluster === undefined ? { kind: 'single' } : { kind: 'cluster', cluster };
}

export function processEnvironment(): Environment {
  return process.env;
}
