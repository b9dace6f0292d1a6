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
      'a port on the loopback address for the metrics of all processes; 0 picks a free one and prints it',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .describe(
      'directory of the data of the embedded engines, the logs and the generated secrets; deleting it is a factory reset',
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
      'unset: embedded; otherwise ClickHouse over HTTP, as in http://user:password@host:8123/database (https:// for TLS)',
    ),
  ...rowPolicyFields,
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'unset: embedded; otherwise Postgres, as in postgres://user:password@host:5432/database (?sslmode=verify-full for TLS)',
    ),
  REDIS_URL: redisUrl
    .optional()
    .describe(
      'unset: embedded; otherwise Redis, as in redis://:password@host:6379/0 (rediss:// for TLS), or redis+cluster://',
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
    .describe('`POST query` requests of one personal API key; 0 = off'),
  QUERY_MAX_ROWS: count.min(1).optional().describe('maximum number of rows in a response'),
  QUERY_INCOMPLETE_STATUS: z
    .enum(['200', '202'])
    .optional()
    .describe(
      'status codes of background runs. 200: as in the specification, also for a failed run; 202: as PostHog, which returns 202 for an incomplete run and 400 or 500 for a failed one',
    ),
  GEOIP_MMDB_PATH: z
    .string()
    .optional()
    .describe(
      "a city database in MaxMind's format, with the fields of MaxMind or of DB-IP; unset: the bundled DB-IP City Lite",
    ),
  TRUSTED_PROXY_HOPS: trustedProxyHops,
  CONSOLE: consoleSwitch,
  EXPORT_ROOT_DIR: z
    .string()
    .optional()
    .describe('directory of `File` destinations of exports; unset: DATA_DIR/exports'),
  DISK_MIN_FREE_BYTES: diskMinFreeBytes,
  SERVICE_NODE: z
    .enum(['newest', 'own'])
    .default('newest')
    .describe(
      'the Node.js of the services. newest: Node.js 24, which npm installs, if the Node.js of `npm start` is older; own: always the Node.js of `npm start`',
    ),
  LOG_LEVEL: logLevel.describe('the lowest level of log lines that are written'),
});
