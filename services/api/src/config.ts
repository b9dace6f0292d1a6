import { loadConfig, logLevels } from '@tidemark/platform';
import { queryStoreFields } from '@tidemark/query-engine';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8004),
  METRICS_PORT: port.optional(),
  /** How long requests are still answered after SIGTERM, so that balancers notice first. */
  SHUTDOWN_DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  CLICKHOUSE_URL: z.url(),
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** Signs the access tokens of people; the same in every api. */
  JWT_SECRET: z.string().min(32),
  /** The one before it: tokens that it signed count until they run out. */
  JWT_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Signs what services ask each other to do; the same in api and query-workers. */
  SERVICE_SECRET: z.string().min(32),
  /** The one before it, for as long as jobs that it signed may wait. */
  SERVICE_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** A server that speaks OpenAI's chat completions, as in https://api.example.com/v1; unset: drafts by rules. */
  LLM_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LLM_MODEL: z.string().min(1).default('default'),
  LLM_API_KEY: z.string().min(1).optional(),
  /** Of one answer of the model. */
  LLM_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(120).default(20),
  /** How long a project's old token is taken after a reset, in seconds, unless the request says it. */
  PROJECT_TOKEN_GRACE_SECONDS: z.coerce.number().int().min(0).max(31_536_000).default(86_400),
  /** POST query per personal API key; 0 = off. */
  QUERY_RATE_LIMIT_PER_HOUR: z.coerce.number().int().min(0).default(120),
  /** Requests to the query routes per key; unset: 240, or none where the hour has no limit; 0 = off. */
  QUERY_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).optional(),
  /** Hard cap of returned rows. */
  QUERY_MAX_ROWS: z.coerce.number().int().min(1).default(10_000),
  /** Of an answer that is sent while it is made: CSV, NDJSON, Parquet, Arrow. */
  QUERY_STREAM_MAX_ROWS: z.coerce.number().int().min(1).default(1_000_000),
  /** How long such an answer may take, its client's reading included. */
  QUERY_STREAM_MAX_SECONDS: z.coerce.number().int().min(1).max(86_400).default(600),
  /** How long its client may take nothing of it before the connection is broken off. */
  QUERY_STREAM_STALL_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  /** How long the engine may work on a query that somebody waits for. */
  QUERY_MAX_EXECUTION_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  /** Of answers about a run that is going: 200 by the specification, 202 as the original. */
  QUERY_INCOMPLETE_STATUS: z
    .enum(['200', '202'])
    .default('200')
    .transform((status) => (status === '202' ? 202 : 200)),
  /** Of the engine, for one query. */
  QUERY_MAX_MEMORY_BYTES: z.coerce.number().int().min(1_000_000).default(4_294_967_296),
  ...queryStoreFields,
  /** Seals credentials of export destinations; without it S3 destinations are refused. */
  EXPORT_SECRETS_KEY: z.string().min(32).optional(),
  /** Encrypts payloads of flags, the same in every edge; without it encrypted payloads are refused. */
  FLAG_SECRETS_KEY: z.string().min(32).optional(),
  /** Only whether it is set matters here: without it File destinations are refused. */
  EXPORT_ROOT_DIR: z.string().optional(),
  /** Where tables may have their files, in a directory per project; without it there are none. */
  WAREHOUSE_ROOT: z.string().optional(),
  /** 1: tables may be read from hosts in private networks and over plain HTTP, by every project. */
  WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1'),
  /** Comma-separated hosts (`*.` for all below one) that tables may be read from; unset: every public host. */
  WAREHOUSE_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  /** 1: S3 endpoints in private networks are allowed, for every project's keys. */
  EXPORT_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1'),
});

export type ApiConfig = z.infer<typeof schema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): ApiConfig {
  return loadConfig(schema, env);
}
