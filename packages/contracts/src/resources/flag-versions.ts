import { z } from 'zod';
import { featureFlagSchema } from './feature-flags';

/** `GET feature_flags/{id}/versions/{number}/`: a flag as it was (`docs/wire/flags-management.md#flag-versions`). */
export const flagVersionSchema = featureFlagSchema
  .pick({
    id: true,
    key: true,
    name: true,
    filters: true,
    active: true,
    deleted: true,
    archived: true,
    version: true,
    rollback_conditions: true,
    ensure_experience_continuity: true,
    has_enriched_analytics: true,
    is_remote_configuration: true,
    has_encrypted_payloads: true,
    evaluation_runtime: true,
    bucketing_identifier: true,
    evaluation_contexts: true,
    tags: true,
    last_called_at: true,
    created_at: true,
  })
  .extend({
    /** As logged: null if there was none. */
    performed_rollback: z.boolean().nullable(),
    /** The ids of users. */
    created_by: z.int().nullable(),
    modified_by: z.int().nullable(),
    /** False for the current version. */
    is_historical: z.boolean(),
    /** The time of the change that made the version. */
    version_timestamp: z.string(),
  });

export type FlagVersionBody = z.input<typeof flagVersionSchema>;
