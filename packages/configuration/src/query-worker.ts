import { z } from 'zod';
import { queryStoreFields } from './query-stores';
import { logLevel, port } from './shared';

/** What a query-worker reads from its environment. */
export const queryWorkerSchema = z.object({
  HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  PORT: port.default(8003).describe('the port of health and metrics'),
  METRICS_PORT: port.optional().describe('a loopback-only port for /metrics; unset: on PORT'),
  SHUTDOWN_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'how long requests are still answered after SIGTERM, with `Connection: close`, so that balancers notice first',
    ),
  LOG_LEVEL: logLevel.describe('the least important lines that are written'),
  CLICKHOUSE_URL: z
    .url()
    .describe(
      'ClickHouse over HTTP, as in http://user:password@host:8123/database (https:// for TLS)',
    ),
  DATABASE_URL: z
    .url()
    .describe(
      'Postgres, as in postgres://user:password@host:5432/database (?sslmode=verify-full for TLS)',
    ),
  REDIS_URL: z.url().describe('Redis, as in redis://:password@host:6379/0 (rediss:// for TLS)'),
  SERVICE_SECRET: z
    .string()
    .min(32)
    .describe(
      '32 characters or more, the same in both: signs the background queries that one asks the other to run',
    ),
  SERVICE_SECRET_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe('the secret before it, for an hour after a change; query-workers get both first'),
  QUERY_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('background queries at once'),
  QUERY_MAX_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .default(4_294_967_296)
    .describe('of the engine, for one query'),
  ...queryStoreFields,
  EXPORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('export runs this process works on at once'),
  EXPORT_PART_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(500_000)
    .describe('rows of one file of an export at most'),
  EXPORT_ROOT_DIR: z.string().optional().describe('directory of `File` destinations'),
  EXPORT_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe('1: S3 endpoints in private networks'),
  EXPORT_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('32 characters or more; without it no `S3`'),
  EXPORT_SETTLE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(60)
    .describe(
      'how long after its end an interval is exported: what was on its way is stored by then',
    ),
  WAREHOUSE_ROOT: z
    .string()
    .optional()
    .describe('directory that `file://` tables are read from, below `project-{id}` in it'),
  WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe("1: hosts in private networks and plain HTTP, for every project's keys"),
  WAREHOUSE_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .describe('comma-separated hosts, `*.example.com` for all below one: no other is read'),
  WAREHOUSE_CONCURRENCY: z.coerce.number().int().min(1).max(8).default(1).describe('loads at once'),
  WAREHOUSE_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(5_000_000)
    .describe('rows of a table at most'),
  WAREHOUSE_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(2_048)
    .describe("megabytes of a table's files at most, unpacked"),
  WAREHOUSE_REFRESH_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(24)
    .describe('how old a table grows before it is loaded again; 0: only on request'),
  WAREHOUSE_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('how often waiting tables are looked for, and old versions dropped'),
  COHORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('cohorts this process works out at once'),
  COHORT_RECALCULATE_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(8_760)
    .default(24)
    .describe('how old the membership of a dynamic cohort grows'),
  COHORT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(15)
    .describe('how often cohorts that wait are looked for'),
  ERASURE_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('how often data of deleted persons is looked for, to be removed from ClickHouse'),
  EXPORT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(15)
    .describe('how often due intervals are looked for'),
  SQUASH_EVERY_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(24)
    .describe(
      'how often person overrides are written into the events; 0: only by `npm run tidemark -- squash`',
    ),
  SQUASH_AFTER_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(48)
    .describe(
      'younger overrides stay; it must be far longer than an event takes from the edge into ClickHouse',
    ),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^\w+$/)
    .optional()
    .describe(
      'unset: a single node; else the name of the cluster: queries are looked for and ended on all of its nodes, a squash rewrites its local tables',
    ),
});
