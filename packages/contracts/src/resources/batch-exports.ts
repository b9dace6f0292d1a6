import { z } from 'zod';
import { destinationSchema } from './batch-export-destinations';
import { formBoolean, timestamp, trimmedText } from '../shared/wire-fields';

/** How often a batch export runs; each run exports one interval, aligned in UTC. */
export const exportIntervals = [
  'hour',
  'day',
  'week',
  'every 5 minutes',
  'every 15 minutes',
] as const;
export type ExportInterval = (typeof exportIntervals)[number];

export const exportModels = ['events', 'persons'] as const;
export type ExportModel = (typeof exportModels)[number];

/** PostHog's states of a run. Tidemark never sets `TimedOut`, `Terminated`, `ContinuedAsNew` and `FailedBilling`. */
export const runStatuses = [
  'Starting',
  'Running',
  'Completed',
  'Failed',
  'FailedRetryable',
  'Cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * Settings of PostHog that are not supported. They are rejected, because ignoring them would export other data than
 * expected.
 */
const notSupported = z.null('Not supported.').optional();

const writable = {
  name: trimmedText(400),
  model: z.enum(exportModels),
  interval: z.enum(exportIntervals),
  paused: formBoolean(),
  start_at: timestamp().nullable(),
  end_at: timestamp().nullable(),
  filters: z.union([notSupported, z.array(z.never('Not supported.')).max(0)]),
  hogql_query: notSupported,
};

export const batchExportCreateSchema = z.object({
  ...writable,
  model: writable.model.default('events'),
  paused: writable.paused.default(false),
  start_at: writable.start_at.optional(),
  end_at: writable.end_at.optional(),
  destination: destinationSchema,
});

/**
 * PATCH: absent fields keep their value. The `config` of a destination may be partial; secrets that are left out also
 * keep their value.
 */
export const batchExportUpdateSchema = z
  .object({
    ...writable,
    destination: z.object({
      type: z.enum(['S3', 'File']).optional(),
      config: z.record(z.string(), z.unknown()).default({}),
    }),
  })
  .partial();

export type BatchExportCreate = z.output<typeof batchExportCreateSchema>;
export type BatchExportUpdate = z.output<typeof batchExportUpdateSchema>;

export const unpauseSchema = z.object({
  /** True: the intervals that were missed while the export was paused are exported now. */
  backfill: formBoolean().default(false),
});

/** The range of a backfill. Absent or null means: from the first row, or until the start of the run. */
export const backfillCreateSchema = z.object({
  start_at: timestamp().nullish(),
  end_at: timestamp().nullish(),
});

export const batchExportRunSchema = z.object({
  id: z.string(),
  batch_export: z.string(),
  backfill: z.string().nullable(),
  status: z.enum(runStatuses),
  records_completed: z.int().nullable(),
  records_total_count: z.int().nullable(),
  bytes_exported: z.int().nullable(),
  latest_error: z.string().nullable(),
  data_interval_start: z.string().nullable(),
  data_interval_end: z.string(),
  cursor: z.null(),
  /** Tidemark only: the number of files that are written and planned; null before planning. */
  progress: z.object({ parts_completed: z.int(), parts_total: z.int() }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  last_updated_at: z.string(),
});

export const batchExportBackfillSchema = z.object({
  id: z.string(),
  batch_export: z.string(),
  team: z.int(),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  status: z.enum(runStatuses),
  /** Tidemark only: the id of the run that exports the data. */
  run: z.string(),
  total_records_count: z.int().nullable(),
  progress: z
    .object({ total_runs: z.int(), finished_runs: z.int(), progress: z.number() })
    .nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  last_updated_at: z.string(),
});

export const batchExportSchema = z.object({
  id: z.string(),
  team_id: z.int(),
  name: z.string(),
  model: z.enum(exportModels),
  /** Never contains the secrets of the configuration. */
  destination: z.object({ type: z.string(), config: z.record(z.string(), z.unknown()) }),
  interval: z.enum(exportIntervals),
  paused: z.boolean(),
  created_at: z.string(),
  last_updated_at: z.string(),
  last_paused_at: z.string().nullable(),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  /** The newest ten runs. */
  latest_runs: z.array(batchExportRunSchema),
  schema: z.null(),
  filters: z.null(),
});

export type BatchExportBody = z.infer<typeof batchExportSchema>;
export type BatchExportRunBody = z.infer<typeof batchExportRunSchema>;
export type BatchExportBackfillBody = z.infer<typeof batchExportBackfillSchema>;
