import { z } from 'zod';

const timestamp = z.string().nullable();

/** The progress of a run; returned with `show_progress=true`. */
export const queryProgressSchema = z.object({
  bytes_read: z.number(),
  rows_read: z.number(),
  estimated_rows_total: z.number(),
  /** In whole seconds. */
  time_elapsed: z.number(),
  /** In microseconds, for all threads together. */
  active_cpu_time: z.number(),
});

export type QueryProgressBody = z.infer<typeof queryProgressSchema>;

/**
 * State of a background query (`docs/wire/specification.md#query-status`, `docs/wire/query-runs.md#status-fields`).
 */
export const queryStatusSchema = z.object({
  id: z.string(),
  team_id: z.number().int(),
  /** True in responses; false in the record of a query whose client waits for the response. */
  query_async: z.boolean(),
  /** True when the run has finished, also after an error. */
  complete: z.boolean(),
  error: z.boolean(),
  error_message: z.string().nullable(),
  error_code: z.string().nullable(),
  /** The complete response body of the query, when it has finished. */
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
  /** Set when the run has finished; absent in records of older versions. */
  bytes_read: z.number().nullish(),
});

export type QueryStatus = z.infer<typeof queryStatusSchema>;
