import { loadConfig, logLevels } from '@tidemark/platform';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** Serves health (and metrics unless METRICS_PORT is set). */
  PORT: port.default(8002),
  METRICS_PORT: port.optional(),
  /** How long requests are still answered after SIGTERM, so that balancers notice first. */
  SHUTDOWN_DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  CLICKHOUSE_URL: z.url(),
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** Partitions of the ingest log; the edge must have the same number. */
  INGEST_PARTITIONS: z.coerce.number().int().min(1).max(1_024).default(16),
  /** How long the partitions of a worker that died stay blocked. */
  INGEST_LEASE_MS: z.coerce.number().int().min(500).max(600_000).default(3_000),
  /** Events processed at once: more is faster, and repeats more after a crash. */
  INGEST_RANGE_SIZE: z.coerce.number().int().min(1).max(20_000).default(10_000),
  /** Ranges in the works at once, each of partitions of its own: one computes while another waits. */
  INGEST_LANES: z.coerce.number().int().min(1).max(16).default(2),
  /** Records set aside as dead letters at most; beyond, ingestion waits for an operator. */
  INGEST_MAX_DEAD_LETTERS: z.coerce.number().int().min(1).default(100_000),
  /** true: a Redis whose settings can lose the ingest log is a start-up error instead of a warning. */
  REQUIRE_DURABLE_REDIS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((flag) => flag === 'true'),
  /** A MaxMind-format city database; unset: the bundled one. */
  GEOIP_MMDB_PATH: z.string().optional(),
});

export type IngestWorkerConfig = z.infer<typeof schema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): IngestWorkerConfig {
  return loadConfig(schema, env);
}
