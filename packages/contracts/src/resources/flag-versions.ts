import { z } from 'zod';

/** `GET feature_flags/{id}/versions/{number}/`: a flag as it was (`docs/wire/flags-management.md#flag-versions`). */
export const flagVersionSchema = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  filters: z.record(z.string(), z.unknown()),
  active: z.boolean(),
  deleted: z.boolean(),
  archived: z.boolean(),
  version: z.int(),
  rollback_conditions: z.unknown(),
  performed_rollback: z.boolean().nullable(),
  ensure_experience_continuity: z.boolean().nullable(),
  has_enriched_analytics: z.boolean(),
  is_remote_configuration: z.boolean(),
  has_encrypted_payloads: z.boolean(),
  evaluation_runtime: z.string().nullable(),
  bucketing_identifier: z.string().nullable(),
  evaluation_contexts: z.array(z.string()),
  tags: z.array(z.string()),
  last_called_at: z.string().nullable(),
  created_at: z.string(),
  /** The ids of users. */
  created_by: z.int().nullable(),
  modified_by: z.int().nullable(),
  /** False for the current version. */
  is_historical: z.boolean(),
  /** The time of the change that made the version. */
  version_timestamp: z.string(),
});

export type FlagVersionBody = z.input<typeof flagVersionSchema>;
