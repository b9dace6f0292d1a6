import { z } from 'zod';
import { httpFields } from './http';
import { adoptStores, logLevel, port, redisUrl } from './shared';

/** The variables of every service. */
export const processFields = {
  ...httpFields,
  HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  METRICS_PORT: port
    .optional()
    .describe(
      'a port of its own for /metrics; unset: on PORT, and only if HOST is a loopback address',
    ),
  METRICS_HOST: z
    .string()
    .optional()
    .describe('the address that METRICS_PORT is opened on; unset: 127.0.0.1'),
  SHUTDOWN_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'how long requests are still served after SIGTERM, with `Connection: close`, so that load balancers stop sending requests before the port closes',
    ),
  ADOPT_STORES: adoptStores,
  LOG_LEVEL: logLevel.describe('the lowest level of log lines that are written'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'unset: no tracing; otherwise a collector of traces that accepts OTLP over HTTP (JSON), as in http://127.0.0.1:4318',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe(
      'headers of requests to OTEL_EXPORTER_OTLP_ENDPOINT, percent-encoded, as in `authorization=Bearer%20…,x-team=a`',
    ),
  TRACING_SAMPLE_RATIO: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('share of traces that are recorded, the same in all processes; unset: 1'),
  REDIS_URL: redisUrl.describe(
    'Redis, as in redis://:password@host:6379/0 (rediss:// for TLS), or a cluster, as in redis+cluster://:password@host:6379,host:6379',
  ),
  DATABASE_URL: z
    .url()
    .describe(
      'Postgres, as in postgres://user:password@host:5432/database (?sslmode=verify-full for TLS)',
    ),
} as const;

const MIN_FREE_BYTES = 256 * 1024 * 1024;

export const ingestLogUrl = z
  .string()
  .regex(/^kafkas?:\/\/./i, 'must begin with kafka:// or kafkas://; without it the log is in Redis')
  .optional()
  .describe(
    'unset: the ingest log is in Redis; otherwise Kafka, as in kafka://host:9092,host:9092 (see Kafka in operations.md); needs Node.js 24',
  );

/** The minimum number of free bytes on the disk of embedded stores. */
export const diskMinFreeBytes = z.coerce
  .number()
  .int()
  .min(0)
  .default(MIN_FREE_BYTES)
  .describe(
    'bytes that must be free on the disk of the stores: below it capture returns 503, below half of it ingestion pauses; queries continue',
  );

/**
 * The variables of edges and ingest-workers for free disk space: both stop writing before the disk of the stores is
 * full.
 */
export const diskFields = {
  DISK_WATCH_PATH: z
    .string()
    .optional()
    .describe(
      'a folder on the disk of the stores, if they are on the same machine (`npm start` sets it); unset: free space is not checked',
    ),
  DISK_MIN_FREE_BYTES: diskMinFreeBytes,
} as const;

/** The variables of ingestion rules, for ingest-workers, which apply rules, and apis, which test them. */
export const ingestionRuleFields = {
  INGESTION_RULES_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same in both: values are hashed with keys that are derived from it; without it, rules that redact or hash cannot be used. With another key, equal values get other hashes',
    ),
} as const;

/**
 * The variables of processes that run statements of projects, and of those that create the ClickHouse user for them.
 */
export const rowPolicyFields = {
  CLICKHOUSE_ROW_POLICIES: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'whether statements of projects run as a ClickHouse user of their own, which sees the rows of one project: `auto`: if that user exists, otherwise as the main user (WARN); `required`: no query runs without it; `off`: never',
    ),
  CLICKHOUSE_QUERY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'address of the ClickHouse user of CLICKHOUSE_ROW_POLICIES, as in CLICKHOUSE_URL; unset: the user `tidemark_query`, which the migrations create, with a password derived from that of the main user',
    ),
} as const;

/** The variables of processes that store credentials or use them. */
export const secretsKeyFields = {
  EXPORT_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same in api, query-workers and delivery: encrypts credentials of exports, destinations and imports; without it, `S3` exports, destinations with secrets and imports by address are rejected',
    ),
} as const;

/** The variables of the api and the delivery service. */
export const siteFields = {
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the public address, as in https://analytics.example.com: messages of destinations contain links to it; unset: they contain no links',
    ),
} as const;

/** The variables of the api and the query-workers, which access the same data. */
export const dataAccessFields = {
  CLICKHOUSE_URL: z
    .url()
    .describe(
      'ClickHouse over HTTP, as in http://user:password@host:8123/database (https:// for TLS)',
    ),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^\w+$/)
    .optional()
    .describe(
      'unset: a single node; otherwise the name of the cluster: queries are found and cancelled on all of its nodes, and a squash rewrites its local tables',
    ),
  ...rowPolicyFields,
  SERVICE_SECRET: z
    .string()
    .min(32)
    .describe('32 characters or more, the same in both: signs the jobs of background queries'),
  SERVICE_SECRET_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe(
      'the previous SERVICE_SECRET, for an hour after a change; set both in query-workers first',
    ),
  QUERY_MAX_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .default(4_294_967_296)
    .describe('memory that the engine may use for one query'),
  ...secretsKeyFields,
  EXPORT_ROOT_DIR: z.string().optional().describe('directory of `File` destinations'),
  WAREHOUSE_ROOT: z
    .string()
    .optional()
    .describe('directory whose subfolder `project-{id}` contains the files of `file://` tables'),
  WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe(
      "1: tables and imports may be read from hosts in private networks and by plain HTTP, for every project's keys",
    ),
  WAREHOUSE_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .describe(
      'comma-separated hosts from which alone tables and imports are read, `*.example.com` for all subdomains; empty: any host',
    ),
  EXPORT_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe('1: S3 endpoints in private networks are allowed'),
  EXPORT_ALLOW_HTTP_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe('1: S3 endpoints without TLS are allowed; 0: an endpoint must begin with `https://`'),
  CSV_ESCAPE_FORMULAS: z
    .enum(['0', '1'])
    .default('1')
    .transform((flag) => flag === '1')
    .describe(
      'an apostrophe is put before CSV cells that a spreadsheet would run as a formula (`=`, `+`, `-`, `@`, tab, CR); plain numbers such as `-5` stay. 0: cells are written as they are',
    ),
} as const;
