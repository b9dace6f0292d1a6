import { resolve } from 'node:path';
import { ConfigError, loadConfig, logLevels } from '@tidemark/platform';
import { z } from 'zod';
import { findNearMisses } from './config/near-miss';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(0);

/** The start contract (docs/configuration.md). */
const schema = z.object({
  /** The one public port; 0 picks a free one. */
  PORT: port.default(8000),
  HOST: z.string().default('127.0.0.1'),
  /** Loopback-only; 0 picks a free one. */
  METRICS_PORT: port.default(0),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  BOOTSTRAP_PROJECT_API_KEY: z
    .string()
    .regex(/^(?!phx_)[!-~]{1,64}$/, 'must be 1 to 64 printable ASCII characters, not phx_…')
    .optional(),
  BOOTSTRAP_PERSONAL_API_KEY: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 printable ASCII characters')
    .optional(),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PROJECT_TOKEN_GRACE_SECONDS: count.optional(),
  QUERY_RATE_LIMIT_PER_HOUR: count.optional(),
  QUERY_MAX_ROWS: count.min(1).optional(),
  QUERY_INCOMPLETE_STATUS: z.enum(['200', '202']).optional(),
  GEOIP_MMDB_PATH: z.string().optional(),
  TRUSTED_PROXY_HOPS: count.optional(),
  EXPORT_ROOT_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export type StandaloneConfig = z.infer<typeof schema>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the start contract.
 *
 * @throws ConfigError with one line for a malformed variable or a likely misspelling of one of ours
 */
export function readConfig(env: Environment = process.env): StandaloneConfig {
  const misses = findNearMisses(Object.keys(env), Object.keys(schema.shape));
  if (misses.length > 0) {
    const lines = misses.map(({ given, meant }) => `${given}: unknown, did you mean ${meant}?`);
    throw new ConfigError(`Invalid configuration: ${lines.join('; ')}`);
  }
  return loadConfig(schema, env);
}

/**
 * What the services inherit: settings of theirs that the start contract does not name still reach
 * them, the names it does name are set for each of them on purpose.
 */
export function inheritedEnvironment(env: Environment = process.env): Record<string, string> {
  const ours = new Set(Object.keys(schema.shape));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined || ours.has(name) ? [] : [[name, value]],
    ),
  );
}
