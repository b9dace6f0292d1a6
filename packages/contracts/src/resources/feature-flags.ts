import { z } from 'zod';
import { flagFiltersSchema } from './feature-flag-filters';
import { userBasicSchema } from './users';
import {
  formBoolean,
  optionalText,
  referencedId,
  storedJson,
  storedObject,
  trimmedText,
} from '../shared/wire-fields';

/** Replaces an encrypted payload if the reader may not see it. It is JSON text, like every payload. */
export const REDACTED_PAYLOAD = '"********* (encrypted)"';

/** Writable fields of a PATCH (`docs/wire/flags-management.md#flag-update`); absent ones keep their value. */
export const featureFlagUpdateSchema = z.object({
  key: trimmedText(400)
    .superRefine((key, context) => {
      if (/^[a-zA-Z0-9_-]+$/.test(key)) return;
      const message = 'Only letters, numbers, hyphens (-) & underscores (_) are allowed.';
      context.addIssue({ code: 'custom', message, params: { code: 'invalid_key' } });
    })
    .optional(),
  name: optionalText().optional(),
  filters: flagFiltersSchema.optional(),
  active: formBoolean().optional(),
  deleted: formBoolean().optional(),
  /** Archives the flag and disables it; enabling the flag unarchives it. Tidemark only. */
  archived: formBoolean().optional(),
  ensure_experience_continuity: formBoolean().nullish(),
  /** An older short form of one condition without properties. */
  rollout_percentage: z.number().min(0).max(100).nullish(),
  evaluation_runtime: z.enum(['server', 'client', 'all']).nullish(),
  bucketing_identifier: z.enum(['distinct_id', 'device_id']).nullish(),
  evaluation_contexts: z.array(optionalText(255)).optional(),
  evaluation_tags: z.array(optionalText(255)).optional(),
  tags: z.array(optionalText(255)).optional(),
  is_remote_configuration: formBoolean().optional(),
  has_encrypted_payloads: formBoolean().optional(),
  /** The product of PostHog that created the flag; never returned. */
  creation_context: z
    .enum([
      'feature_flags',
      'experiments',
      'surveys',
      'early_access_features',
      'web_experiments',
      'product_tours',
    ])
    .optional(),
  /** Stored as sent; a guarded rollout stores the numbers of its decisions here. */
  rollback_conditions: storedJson(z.unknown()).optional(),
  performed_rollback: formBoolean().nullish(),
  /** Ids of dashboards of the project. */
  analytics_dashboards: z.array(referencedId()).max(1_000).optional(),
  /** The version on which an update is based, and the flag in that version; used to detect conflicts. */
  version: z.int().optional(),
  original_flag: storedObject().nullish(),
});

export type FeatureFlagWrite = z.output<typeof featureFlagUpdateSchema>;

/** POST: `key` is required, and `filters` must contain a condition if they are sent. */
export const featureFlagCreateSchema = featureFlagUpdateSchema
  .extend({
    key: featureFlagUpdateSchema.shape.key.unwrap(),
    /** Whether to create a dashboard about the usage of the flag. */
    _should_create_usage_dashboard: formBoolean().optional(),
  })
  .superRefine(({ filters }, context) => {
    if (filters?.groups?.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['filters'],
        message: 'Feature flags must have at least one condition set (group).',
      });
    }
  });

/** A flag in responses of the API for members of the project. */
export const featureFlagSchema = z.object({
  id: z.int(),
  team_id: z.int(),
  key: z.string(),
  /** The description. */
  name: z.string(),
  filters: z.record(z.string(), z.unknown()),
  active: z.boolean(),
  deleted: z.boolean(),
  archived: z.boolean(),
  version: z.int(),
  ensure_experience_continuity: z.boolean().nullable(),
  evaluation_runtime: z.string().nullable(),
  bucketing_identifier: z.string().nullable(),
  evaluation_contexts: z.array(z.string()),
  evaluation_tags: z.array(z.string()),
  tags: z.array(z.string()),
  is_remote_configuration: z.boolean(),
  has_encrypted_payloads: z.boolean(),
  has_experiment: z.boolean(),
  /** Whether the flag has one condition without properties, and its units are persons. */
  is_simple_flag: z.boolean(),
  /** The rollout percentage of a simple flag; null for other flags. */
  rollout_percentage: z.number().nullable(),
  experiment_set: z.array(z.int()),
  surveys: z.array(z.unknown()),
  features: z.array(z.unknown()),
  /** The time of the last `$feature_flag_called` event, to the minute; null if there was none. */
  last_called_at: z.string().nullable(),
  has_enriched_analytics: z.boolean(),
  /** As sent, or the numbers of a guarded rollout. */
  rollback_conditions: z.unknown(),
  performed_rollback: z.boolean(),
  usage_dashboard: z.int().nullable(),
  analytics_dashboards: z.array(z.int()),
  created_by: userBasicSchema.nullable(),
  last_modified_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.enum(['ACTIVE', 'INACTIVE', 'STALE', 'ARCHIVED', 'DELETED']),
  can_edit: z.boolean(),
  user_access_level: z.string(),
});

export type FeatureFlagBody = z.infer<typeof featureFlagSchema>;

/** The response to POST; `warnings` is only present if the flag may behave unexpectedly. */
export const featureFlagCreatedSchema = featureFlagSchema.extend({
  warnings: z.array(z.string()).optional(),
});

/** The response to requests about the dashboard of a flag. */
export const flagDashboardResponseSchema = z.object({
  success: z.boolean(),
  error: z.string().optional(),
});

/** Active flags with a condition on a flag. */
export const dependentFlagsSchema = z.array(
  z.object({ id: z.int(), key: z.string(), name: z.string() }),
);

export const flagStatusSchema = z.object({
  status: z.enum(['active', 'inactive', 'stale', 'archived', 'deleted', 'unknown']),
  reason: z.string(),
});

export const bulkKeysSchema = z.object({
  keys: z.record(z.string(), z.string()),
  warning: z.string().optional(),
});

export const matchingIdsSchema = z.object({ ids: z.array(z.int()), total: z.int() });

/** The filters are those of the list, as texts or as JSON values. */
export const bulkDeleteRequestSchema = z.object({
  filters: z.record(z.string(), z.unknown()).nullish(),
  ids: z.array(z.unknown()).nullish(),
});

export const bulkDeleteSchema = z.object({
  deleted: z.array(
    z.object({
      id: z.int(),
      key: z.string(),
      rollout_state: z.enum(['fully_rolled_out', 'not_rolled_out', 'partial']),
      active_variant: z.string().nullable(),
    }),
  ),
  errors: z.array(z.object({ id: z.unknown(), key: z.string().optional(), reason: z.string() })),
});

/** `GET {id}/usage/`: `days` is the number of days, including today. */
export const flagUsageQuerySchema = z.object({
  days: z.coerce
    .number({ error: 'A valid integer is required.' })
    .int()
    .min(1)
    .max(365)
    .default(30),
});

/** The number of calls of a flag, by day in the project's time zone and by returned value. */
export const flagUsageSchema = z.object({
  key: z.string(),
  days: z.int(),
  total: z.int(),
  last_called_at: z.string().nullable(),
  results: z.array(
    z.object({
      /** `YYYY-MM-DD` */
      day: z.string(),
      /** A variant, or `true` or `false`. */
      response: z.string(),
      calls: z.int(),
      distinct_ids: z.int(),
    }),
  ),
});
