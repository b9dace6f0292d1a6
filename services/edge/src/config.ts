import { loadConfig, logLevels } from '@tidemark/platform';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8001),
  METRICS_PORT: port.optional(),
  /** How long requests are still answered after SIGTERM, so that balancers notice first. */
  SHUTDOWN_DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  REDIS_URL: z.url(),
  DATABASE_URL: z.url(),
  /** How many of our own proxies append to X-Forwarded-For; unset = its first entry is the client. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(32).optional(),
  /** Partitions of the ingest log; the same in every edge and ingest-worker. */
  INGEST_PARTITIONS: z.coerce.number().int().min(1).max(1_024).default(16),
  /** Unprocessed events in the log beyond which capture answers 503. */
  INGEST_LOG_MAX_EVENTS: z.coerce.number().int().min(1).default(500_000),
  /** Bytes of request bodies, as sent and inflated, in memory at once; beyond, 503 before reading. */
  EDGE_MAX_BODY_BYTES_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(32 * 1024 * 1024)
    .default(256 * 1024 * 1024),
  /** What capture answers for a token that no project owns; 200 drops its events silently. */
  UNKNOWN_TOKEN_STATUS: z.enum(['401', '200']).default('401'),
  /** Reads of flag definitions and payloads with a key, per project and process; 0 = no limit. */
  FLAG_DEFINITIONS_PER_MINUTE: z.coerce.number().int().min(0).default(600),
  /** Flag requests a project may make per second and process on average; 0 = no limit. */
  FLAGS_RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).default(0),
  /** How many of them may come at once. */
  FLAGS_RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(500),
  /** Flag requests an address may make per second and process on average; 0 = no limit. */
  FLAGS_ADDRESS_RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).default(0),
  /** How many of them may come at once. */
  FLAGS_ADDRESS_RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(1_000),
  /** true: a Redis whose settings can lose the ingest log is a start-up error instead of a warning. */
  REQUIRE_DURABLE_REDIS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((flag) => flag === 'true'),
  /** Streams of definition changes open at once in this process. */
  FLAG_STREAMS_MAX: z.coerce.number().int().min(0).default(1_000),
  /** Opens encrypted payloads of flags, the same as in the api. */
  FLAG_SECRETS_KEY: z.string().min(32).optional(),
  /** Checks access tokens of people, the same as in the api; unset: only keys read flag definitions. */
  JWT_SECRET: z.string().min(32).optional(),
  JWT_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** A MaxMind-format city database; unset: the bundled one. */
  GEOIP_MMDB_PATH: z.string().optional(),
});

export type EdgeConfig = z.infer<typeof schema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): EdgeConfig {
  return loadConfig(schema, env);
}
