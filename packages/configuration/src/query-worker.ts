import { z } from 'zod';
import { dataAccessFields, ingestLogUrl, processFields } from './fields';
import { queryStoreFields } from './query-stores';
import { port } from './shared';

/** The environment variables of the query-worker. */
export const queryWorkerSchema = z.object({
  ...processFields,
  INGEST_LOG_URL: ingestLogUrl,
  ...dataAccessFields,
  PORT: port.default(8003).describe('the port of health and metrics'),
  QUERY_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('background queries at once'),
  ...queryStoreFields,
  EXPORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(3)
    .describe(
      'export runs that this process works on at once; with more than 1, at most one fewer of the same project',
    ),
  EXPORT_PART_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(500_000)
    .describe('maximum number of rows in one file of an export'),
  EXPORT_SETTLE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(60)
    .describe(
      'how long after the end of an interval it is exported, so that late events are included',
    ),
  WAREHOUSE_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(8)
    .default(1)
    .describe('loads at once; with more than 1, at most one fewer of the same project'),
  WAREHOUSE_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(5_000_000)
    .describe('maximum number of rows of a table'),
  WAREHOUSE_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(2_048)
    .describe("maximum size of a table's files in megabytes, uncompressed"),
  WAREHOUSE_REFRESH_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(24)
    .describe('the age at which a table is loaded again; 0: only on request'),
  WAREHOUSE_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('how often the worker looks for waiting tables and drops old versions'),
  API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the project API, as in http://api:8004: imports create definitions through it; unset: imports that are started by the API fail',
    ),
  IMPORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('imports that this process works on at once, at most one of each project'),
  IMPORT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(5)
    .describe('how often the worker looks for imports that no process works on'),
  COHORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(3)
    .describe(
      'cohorts that this process calculates at once; with more than 1, at most one fewer of the same project',
    ),
  COHORT_RECALCULATE_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(8_760)
    .default(24)
    .describe('the age at which the members of a dynamic cohort are calculated again'),
  COHORT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(15)
    .describe('how often the worker looks for cohorts that wait for a calculation'),
  ALERT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe(
      'alerts that this process checks at once; with more than 1, at most one fewer of the same project',
    ),
  ALERT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('how often the worker looks for alerts that are due'),
  EXPERIMENT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(10)
    .describe(
      'how often the worker looks for requests to calculate the results of experiments by day; ended days are found every 5 minutes',
    ),
  SUBSCRIPTION_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe(
      'messages of subscriptions that this process composes at once; with more than 1, at most one fewer of the same project',
    ),
  SUBSCRIPTION_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(5)
    .describe(
      'how often the worker looks for subscriptions that are due, and for messages to compose',
    ),
  ERASURE_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe(
      'how often the worker looks for data of deleted persons and removes it from all stores',
    ),
  ERASURE_REWRITE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(3_600)
    .describe(
      'the shortest time between two rewrites of the files of Postgres and Redis after persons were deleted',
    ),
  ERASURE_REWRITE_MAX_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(256)
    .describe(
      'maximum size in megabytes of a Postgres table that is locked and rewritten after persons were deleted; larger tables are only vacuumed',
    ),
  RETENTION_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(3_600)
    .describe(
      'how often the worker looks for data that is older than the retention of its project, and removes it',
    ),
  EVENT_DELETION_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(3)
    .describe('how often the worker looks for confirmed deletions of events'),
  EXPORT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(15)
    .describe('how often the worker looks for intervals that are due for export'),
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
      'younger overrides are not squashed; must be far longer than the time that an event takes from the edge into ClickHouse',
    ),
});
