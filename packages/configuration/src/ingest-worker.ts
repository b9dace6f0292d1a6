import { z } from 'zod';
import { diskFields, ingestionRuleFields, ingestLogUrl, processFields } from './fields';
import { port } from './shared';

/** The environment variables of the ingest-worker. */
export const ingestWorkerSchema = z.object({
  ...processFields,
  INGEST_LOG_URL: ingestLogUrl,
  ...diskFields,
  ...ingestionRuleFields,
  PORT: port.default(8002).describe('the port of health and metrics'),
  CLICKHOUSE_URL: z
    .url()
    .describe(
      'ClickHouse over HTTP, as in http://user:password@host:8123/database (https:// for TLS)',
    ),
  INGEST_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_024)
    .default(16)
    .describe('partitions of the ingest log; workers read all that any edge has used'),
  INGEST_LEASE_MS: z.coerce
    .number()
    .int()
    .min(500)
    .max(600_000)
    .default(3_000)
    .describe('how long partitions of a dead worker stay blocked'),
  INGEST_RANGE_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(10_000)
    .describe('events processed at once'),
  INGEST_LANES: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('ranges in the works at once, each of partitions of its own'),
  INGEST_MAX_DEAD_LETTERS: z.coerce
    .number()
    .int()
    .min(1)
    .default(100_000)
    .describe('records set aside at most; beyond, ingestion waits for an operator'),
  REQUIRE_DURABLE_REDIS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((flag) => flag === 'true')
    .describe(
      'true: a Redis that evicts keys or has no append-only file is a start-up error instead of a warning',
    ),
  GEOIP_MMDB_PATH: z
    .string()
    .optional()
    .describe(
      "a MaxMind-format city database, MaxMind's or DB-IP's shape; unset: the bundled DB-IP City Lite",
    ),
});
