import { z } from 'zod';

const timestamp = z.string().nullable();

/** How far a run has come; asked for by `show_progress=true`. */
export const queryProgressSchema = z.object({
  bytes_read: z.number(),
  rows_read: z.number(),
  estimated_rows_total: z.number(),
  /** Whole seconds. */
  time_elapsed: z.number(),
  /** Microseconds, of all threads. */
  active_cpu_time: z.number(),
});

export type QueryProgressBody = z.infer<typeof queryProgressSchema>;

/**
 * State of a background query (`docs/wire/specification.md#query-status`, `docs/wire/query-runs.md#status-fields`).
 */
export const queryStatusSchema = z.object({
  id: z.string(),
  team_id: z.number().int(),
  /** False for a query that its client waits for. */
  query_async: z.boolean(),
  /** True once finished, also after a failure. */
  complete: z.boolean(),
  error: z.boolean(),
  error_message: z.string().nullable(),
  error_code: z.string().nullable(),
  /** The whole response body of the query when done. */
  results: z.unknown(),
  start_time: timestamp,
  pickup_time: timestamp,
  end_time: timestamp,
  expiration_time: timestamp,
  task_id: z.string().nullable(),
  labels: z.array(z.string()).nullable(),
  insight_id: z.number().nullable(),
  dashboard_id: z.number().nullable(),
  query_progress: queryProgressSchema.nullable(),
  /** Once done; absent in records of older builds. */
  bytes_read: z.number().nullish(),
});

export type QueryStatus = z.infer<typeof queryStatusSchema>;
