import { z } from 'zod';
import { warningSeverities } from '../ingest/ingest-warning';
import { timestampFilter } from '../shared/timestamp-filter';

/** One warning in responses of the API. It stands for `count` occurrences; `details` are those of the first. */
export const ingestionWarningSchema = z.object({
  uuid: z.string(),
  type: z.string(),
  category: z.string(),
  severity: z.string(),
  source: z.string(),
  distinct_id: z.string().nullable(),
  timestamp: z.string(),
  details: z.record(z.string(), z.unknown()),
  count: z.int(),
});

/** All warnings of one type within the requested time. */
export const ingestionWarningSummarySchema = z.object({
  type: z.string(),
  category: z.string(),
  severity: z.string(),
  lastSeen: z.string(),
  /** The number of occurrences per day, without days that have none, oldest first: `[count, "YYYY-MM-DD"]`. */
  sparkline: z.array(z.tuple([z.int(), z.string()])),
  /** The newest 50 warnings. */
  warnings: z.array(ingestionWarningSchema),
  count: z.int(),
});

/** Filters of both listings. Times without a zone are UTC. */
export const ingestionWarningQuerySchema = z.object({
  type: z.string().optional(),
  category: z.string().optional(),
  severity: z.enum(warningSeverities).optional(),
  distinct_id: z.string().optional(),
  /** A text that the type or the details contain; case-sensitive. */
  q: z.string().optional(),
  after: timestampFilter.optional(),
  before: timestampFilter.optional(),
});

export type IngestionWarningQuery = z.infer<typeof ingestionWarningQuerySchema>;
