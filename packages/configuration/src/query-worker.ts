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
      'export runs this process works on at once; of one project one fewer, if more than one',
    ),
  EXPORT_PART_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(500_000)
    .describe('rows of one file of an export at most'),
  EXPORT_SETTLE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(60)
    .describe('how long after its end an interval is exported, so that its late events are stored'),
  WAREHOUSE_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(8)
    .default(1)
    .describe('loads at once; of one project one fewer, if more than one'),
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
  API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the project API, as in http://api:8004: imports make definitions by it; unset: imports that are started by the API fail',
    ),
  IMPORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('imports this process works on at once; of one project there is only one'),
  IMPORT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(5)
    .describe('how often imports are looked for that no process works on'),
  COHORT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(3)
    .describe('cohorts this process works out at once; of one project one fewer, if more than one'),
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
  ALERT_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('alerts this process checks at once; of one project one fewer, if more than one'),
  ALERT_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('how often alerts whose time has come are looked for'),
  SUBSCRIPTION_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe(
      'messages of subscriptions this process composes at once; of one project one fewer, if more than one',
    ),
  SUBSCRIPTION_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(5)
    .describe(
      'how often subscriptions whose time has come are looked for, and messages to compose',
    ),
  ERASURE_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('how often data of deleted persons is looked for, to be removed from all stores'),
  ERASURE_REWRITE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(3_600)
    .describe(
      'how often at most Postgres and Redis write their files anew after persons were deleted',
    ),
  ERASURE_REWRITE_MAX_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(256)
    .describe(
      'megabytes of a table of Postgres up to which it is locked and written anew after persons were deleted; larger ones are only vacuumed',
    ),
  RETENTION_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(3_600)
    .describe('how often data older than its project keeps it is looked for, to be removed'),
  EVENT_DELETION_SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(3)
    .describe('how often confirmed deletions of events are looked for'),
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
      'younger overrides stay; it must be far longer than the time of an event from the edge into ClickHouse',
    ),
});
