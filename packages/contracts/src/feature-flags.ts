import { z } from 'zod';
import { flagFiltersSchema } from './feature-flag-filters';
import { userBasicSchema } from './users';
import { formBoolean, optionalText } from './wire-fields';

/** Stands for an encrypted payload wherever the reader may not see it. */
export const REDACTED_PAYLOAD = '********* (encrypted)';

/** Writable fields of a PATCH (`wire/flags.md` §8.1); absent ones keep their value. */
export const featureFlagUpdateSchema = z.object({
  key: z
    .string()
    .trim()
    .min(1)
    .max(400)
    .regex(/^[a-zA-Z0-9_-]+$/, 'Only letters, numbers, hyphens (-) & underscores (_) are allowed.')
    .optional(),
  name: optionalText().optional(),
  filters: flagFiltersSchema.optional(),
  active: formBoolean().optional(),
  deleted: formBoolean().optional(),
  ensure_experience_continuity: formBoolean().nullish(),
  /** Old shorthand for one condition without properties. */
  rollout_percentage: z.number().min(0).max(100).nullish(),
  evaluation_runtime: z.enum(['server', 'client', 'all']).nullish(),
  bucketing_identifier: z.enum(['distinct_id', 'device_id']).nullish(),
  evaluation_contexts: z.array(optionalText(255)).optional(),
  evaluation_tags: z.array(optionalText(255)).optional(),
  tags: z.array(optionalText(255)).optional(),
  is_remote_configuration: formBoolean().optional(),
  has_encrypted_payloads: formBoolean().optional(),
});

export type FeatureFlagWrite = z.output<typeof featureFlagUpdateSchema>;

/** POST: a key is needed, and filters, where given, need a condition. */
export const featureFlagCreateSchema = featureFlagUpdateSchema
  .extend({ key: featureFlagUpdateSchema.shape.key.unwrap() })
  .superRefine(({ filters }, context) => {
    if (filters?.groups?.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['filters', 'groups'],
        message: 'At least one condition is needed.',
      });
    }
  });

/** A flag as the API shows it to those who manage it. */
export const featureFlagSchema = z.object({
  id: z.int(),
  team_id: z.int(),
  key: z.string(),
  /** Holds the description. */
  name: z.string(),
  filters: z.record(z.string(), z.unknown()),
  active: z.boolean(),
  deleted: z.boolean(),
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
  /** One condition without properties, about persons. */
  is_simple_flag: z.boolean(),
  /** Of simple flags; null otherwise. */
  rollout_percentage: z.number().nullable(),
  experiment_set: z.array(z.int()),
  surveys: z.array(z.unknown()),
  features: z.array(z.unknown()),
  rollback_conditions: z.null(),
  performed_rollback: z.boolean(),
  usage_dashboard: z.null(),
  analytics_dashboards: z.array(z.int()),
  created_by: userBasicSchema.nullable(),
  last_modified_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.enum(['ACTIVE', 'INACTIVE', 'DELETED']),
  can_edit: z.boolean(),
  user_access_level: z.string(),
});

export type FeatureFlagBody = z.infer<typeof featureFlagSchema>;
