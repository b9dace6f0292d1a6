import { z } from 'zod';
import { refreshModes } from '../queries/query';
import type { RefreshMode } from '../queries/query';
import { userBasicSchema } from './users';
import { formBoolean, optionalText, referencedId, storedObject } from '../shared/wire-fields';

/** Filters are an older format of queries. Only empty ones are accepted. */
const legacyFilters = z.record(z.string(), z.unknown()).superRefine((filters, context) => {
  if (Object.keys(filters).length === 0) return;
  context.addIssue({
    code: 'custom',
    message: 'Filters are not supported any more: send a query.',
  });
});

/** Writable fields of an insight; absent ones keep their value. `query` is also validated by the schema of its kind. */
export const insightWriteSchema = z.object({
  name: optionalText(400).nullish(),
  derived_name: optionalText(400).nullish(),
  description: optionalText(400).nullish(),
  query: storedObject().nullish(),
  filters: legacyFilters.nullish(),
  order: z.int().min(-2_147_483_648).max(2_147_483_647).nullish(),
  deleted: formBoolean().optional(),
  favorited: formBoolean().optional(),
  saved: formBoolean().optional(),
  tags: z.array(optionalText(255)).optional(),
  /** The ids of all dashboards that contain the insight; it is removed from others. */
  dashboards: z.array(referencedId()).max(1_000).nullish(),
});

export type InsightWrite = z.output<typeof insightWriteSchema>;

const basic = {
  id: z.int(),
  short_id: z.string(),
  name: z.string().nullable(),
  derived_name: z.string().nullable(),
  filters: z.object({}),
  query: z.record(z.string(), z.unknown()).nullable(),
  dashboards: z.array(z.int()),
  dashboard_tiles: z.array(z.object({ id: z.int(), dashboard_id: z.int(), deleted: z.boolean() })),
  description: z.string().nullable(),
  last_refresh: z.string().nullable(),
  refreshing: z.boolean(),
  saved: z.boolean(),
  tags: z.array(z.string()),
  updated_at: z.string(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  last_modified_at: z.string(),
  favorited: z.boolean(),
};

/** An insight without its result. */
export const insightBasicSchema = z.object(basic);

export type InsightBasicBody = z.infer<typeof insightBasicSchema>;

/** The result of the query; all fields are null if nothing is stored and nothing was computed. */
const response = {
  result: z.unknown(),
  hasMore: z.boolean().nullable(),
  columns: z.unknown(),
  types: z.unknown(),
  hogql: z.string().nullable(),
  timezone: z.string().nullable(),
  is_cached: z.boolean(),
  cache_target_age: z.string().nullable(),
  next_allowed_client_refresh: z.string().nullable(),
  query_status: z.unknown(),
  filters_hash: z.string().nullable(),
};

/** The error of a query that failed beside others, whose results are still returned. */
export const queryFailureSchema = z.object({ type: z.string(), message: z.string() });

/** An insight with its result. */
export const insightSchema = z.object({
  ...basic,
  ...response,
  order: z.int().nullable(),
  deleted: z.boolean(),
  last_modified_by: userBasicSchema.nullable(),
  is_sample: z.literal(false),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
  /** The error if the query failed: in lists, and where no computation was requested. */
  error: queryFailureSchema.optional(),
});

export type InsightBody = z.infer<typeof insightSchema>;

/** The body of `cancel/`. */
export const insightCancelSchema = z.object({ client_query_id: z.string().min(1).max(400) });

/** The body of `viewed/`. */
export const insightsViewedSchema = z.object({
  insight_ids: z.array(z.int().min(1)).min(1).max(500),
});

const TRUE = new Set(['', 'true', '1', 'yes', 'y', 't', 'on']);

/**
 * The refresh mode from the parameter `refresh` of an insight: a mode, or `true` for a new computation; other values
 * do not compute anything.
 */
export function insightRefreshMode(value: unknown): RefreshMode {
  const mode = refreshModes.find((known) => known === value);
  if (mode !== undefined) return mode;
  if (value === true) return 'force_blocking';
  return typeof value === 'string' && TRUE.has(value.toLowerCase())
    ? 'force_blocking'
    : 'force_cache';
}
