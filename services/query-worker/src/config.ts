import { loadConfig, logLevels } from '@tidemark/platform';
import { queryStoreFields } from '@tidemark/query-engine';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** Serves health (and metrics unless METRICS_PORT is set). */
  PORT: port.default(8003),
  METRICS_PORT: port.optional(),
  /** How long requests are still answered after SIGTERM, so that balancers notice first. */
  SHUTDOWN_DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  CLICKHOUSE_URL: z.url(),
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** Signs what services ask each other to do; the same in api and query-workers. */
  SERVICE_SECRET: z.string().min(32),
  /** The one before it, for as long as jobs that it signed may wait. */
  SERVICE_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Queries this process runs at once. */
  QUERY_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  /** Of the engine, for one query. */
  QUERY_MAX_MEMORY_BYTES: z.coerce.number().int().min(1_000_000).default(4_294_967_296),
  ...queryStoreFields,
  /** Export runs this process works on at once. */
  EXPORT_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(2),
  /** Rows of one file of an export at most. */
  EXPORT_PART_ROWS: z.coerce.number().int().min(1).max(10_000_000).default(500_000),
  /** Where exports to files go; without it there are none. */
  EXPORT_ROOT_DIR: z.string().optional(),
  /** 1: S3 endpoints in private networks are allowed, for every project's keys. */
  EXPORT_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1'),
  /** Opens the stored credentials of destinations; the same for api and query-workers. */
  EXPORT_SECRETS_KEY: z.string().min(32).optional(),
  /** How long after its end an interval is exported: what was on its way is stored by then. */
  EXPORT_SETTLE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(60),
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
  /** Tables this process loads at once. */
  WAREHOUSE_CONCURRENCY: z.coerce.number().int().min(1).max(8).default(1),
  /** Rows of a table at most. */
  WAREHOUSE_MAX_ROWS: z.coerce.number().int().min(1).max(1_000_000_000).default(5_000_000),
  /** Megabytes of a table's files at most, unpacked. */
  WAREHOUSE_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).default(2_048),
  /** How old a table from a URL, bucket or directory grows before it is loaded again; 0: only on request. */
  WAREHOUSE_REFRESH_HOURS: z.coerce.number().min(0).max(8_760).default(24),
  /** How often tables that wait are looked for, and old versions dropped. */
  WAREHOUSE_SWEEP_SECONDS: z.coerce.number().int().min(1).max(3_600).default(30),
  /** Cohorts this process works out at once. */
  COHORT_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(2),
  /** How old the membership of a dynamic cohort grows before it is worked out again. */
  COHORT_RECALCULATE_HOURS: z.coerce.number().min(0.01).max(8_760).default(24),
  /** How often cohorts that wait are looked for. */
  COHORT_SWEEP_SECONDS: z.coerce.number().int().min(1).max(3_600).default(15),
  /** How often data of deleted persons is looked for, to be removed from ClickHouse. */
  ERASURE_SWEEP_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  /** How often due intervals are looked for. */
  EXPORT_SWEEP_SECONDS: z.coerce.number().int().min(1).max(3_600).default(15),
  /** How often person overrides are written into the events; 0: only on request. */
  SQUASH_EVERY_HOURS: z.coerce.number().min(0).max(8_760).default(24),
  /** Overrides younger than this stay; far longer than events are on their way from edge to table. */
  SQUASH_AFTER_HOURS: z.coerce.number().min(0).max(8_760).default(48),
  /** Name of the ClickHouse cluster whose local tables are rewritten; unset: a single node. */
  CLICKHOUSE_CLUSTER: z.string().regex(/^\w+$/).optional(),
});

export type QueryWorkerConfig = z.infer<typeof schema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): QueryWorkerConfig {
  return loadConfig(schema, env);
}
