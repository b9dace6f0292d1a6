import { resolve } from 'node:path';
import { z } from 'zod';
import { diskMinFreeBytes, ingestLogUrl, rowPolicyFields } from './fields';
import { adoptStores, consoleSwitch, logLevel, port, redisUrl, trustedProxyHops } from './shared';

const count = z.coerce.number().int().min(0);

/** The environment variables of `npm start`. */
export const standaloneSchema = z.object({
  PORT: port
    .default(8000)
    .describe('the one public port: edge and project API together; 0 picks a free one'),
  HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  METRICS_PORT: port
    .default(0)
    .describe(
      'a loopback-only port for the metrics of all processes; 0 picks a free one and prints it',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .describe(
      'everything the embedded engines keep, the logs and the generated secrets; deleting it is a factory reset',
    ),
  BOOTSTRAP_PROJECT_API_KEY: z
    .string()
    .regex(/^(?!phx_)[!-~]{1,64}$/, 'must be 1 to 64 printable ASCII characters, not phx_…')
    .optional()
    .describe('key of the first project (id 1); unset: generated on the first start'),
  BOOTSTRAP_PERSONAL_API_KEY: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 printable ASCII characters')
    .optional()
    .describe('personal key with scope `*`; unset: generated on the first start'),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'unset: embedded; else ClickHouse over HTTP, as in http://user:password@host:8123/database (https:// for TLS)',
    ),
  ...rowPolicyFields,
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'unset: embedded; else Postgres, as in postgres://user:password@host:5432/database (?sslmode=verify-full for TLS)',
    ),
  REDIS_URL: redisUrl
    .optional()
    .describe(
      'unset: embedded; else Redis, as in redis://:password@host:6379/0 (rediss:// for TLS), or redis+cluster://',
    ),
  INGEST_LOG_URL: ingestLogUrl,
  ADOPT_STORES: adoptStores,
  PROJECT_TOKEN_GRACE_SECONDS: count
    .optional()
    .describe(
      "how long a project's old token is accepted after `reset_token/`, unless the request sets it",
    ),
  QUERY_RATE_LIMIT_PER_HOUR: count
    .optional()
    .describe('per personal API key on POST query; 0 = off'),
  QUERY_MAX_ROWS: count.min(1).optional().describe('hard cap of returned rows'),
  QUERY_INCOMPLETE_STATUS: z
    .enum(['200', '202'])
    .optional()
    .describe(
      'Status codes of background runs: 200 by the specification, also of a failed run; 202 as PostHog, which returns 400 or 500 for a failed run',
    ),
  GEOIP_MMDB_PATH: z
    .string()
    .optional()
    .describe(
      "a MaxMind-format city database, MaxMind's or DB-IP's shape; unset: the bundled DB-IP City Lite",
    ),
  TRUSTED_PROXY_HOPS: trustedProxyHops,
  CONSOLE: consoleSwitch,
  EXPORT_ROOT_DIR: z
    .string()
    .optional()
    .describe('directory of `File` destinations of exports; unset: DATA_DIR/exports'),
  DISK_MIN_FREE_BYTES: diskMinFreeBytes,
  LOG_LEVEL: logLevel.describe('the least important lines that are written'),
});
