import { z } from 'zod';
import { timestampFilter } from '../shared/timestamp-filter';

const outcomes = ['finished', 'failed', 'cancelled'] as const;

/** A query that was run for a project. */
export const queryLogEntrySchema = z.object({
  query_id: z.string(),
  kind: z.string(),
  name: z.string().nullable(),
  /** The text of the statement. */
  query: z.string().nullable(),
  /** The id of a user. */
  created_by: z.number().nullable(),
  api_key_label: z.string().nullable(),
  api_key_mask: z.string().nullable(),
  started_at: z.string(),
  duration_ms: z.number(),
  phases_ms: z.object({
    wait: z.number(),
    plan: z.number(),
    engine: z.number(),
    shape: z.number(),
  }),
  /** `blocking`, `background`, `stream` or `cache`. */
  answered_by: z.string(),
  is_cached: z.boolean(),
  /** One of `outcomes`. */
  status: z.string(),
  error_code: z.string().nullable(),
  read_rows: z.number(),
  read_bytes: z.number(),
  result_rows: z.number(),
});

export type QueryLogEntry = z.infer<typeof queryLogEntrySchema>;

/** Filters of the query log; without `after`, entries of the last day are returned. */
export const queryLogQuerySchema = z.object({
  query_id: z.string().optional(),
  kind: z.string().optional(),
  status: z.enum(outcomes).optional(),
  cached: z
    .enum(['true', 'false'])
    .transform((flag) => flag === 'true')
    .optional(),
  min_duration_ms: z.coerce.number().int().min(0).optional(),
  after: timestampFilter.optional(),
  before: timestampFilter.optional(),
});

export type QueryLogQuery = z.infer<typeof queryLogQuerySchema>;
