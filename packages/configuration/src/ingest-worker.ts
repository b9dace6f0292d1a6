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
    .describe('partitions of the ingest log; workers read every partition that any edge has used'),
  INGEST_LEASE_MS: z.coerce
    .number()
    .int()
    .min(500)
    .max(600_000)
    .default(3_000)
    .describe('how long the partitions of a worker that was killed stay blocked'),
  INGEST_RANGE_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(10_000)
    .describe('maximum number of events in one range'),
  INGEST_LANES: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('ranges that are processed at once, each from its own partitions'),
  INGEST_MAX_DEAD_LETTERS: z.coerce
    .number()
    .int()
    .min(1)
    .default(100_000)
    .describe(
      'maximum number of dead letters; beyond, ingestion waits until an operator replays or discards some',
    ),
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
      "a city database in MaxMind's format, with the fields of MaxMind or of DB-IP; unset: the bundled DB-IP City Lite",
    ),
});
