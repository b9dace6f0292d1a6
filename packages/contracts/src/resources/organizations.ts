import { z } from 'zod';
import { projectSchema } from './projects';
import { usageLimitsInput, usageLimitsSchema } from './usage';
import { userBasicSchema } from './users';

const projectBasicSchema = projectSchema.pick({
  id: true,
  uuid: true,
  organization: true,
  api_token: true,
  name: true,
  completed_snippet_onboarding: true,
  has_completed_onboarding_for: true,
  ingested_event: true,
  is_demo: true,
  timezone: true,
  access_control: true,
});

/** An organization in responses of the API (`docs/wire/api.md#organization`). */
export const organizationBodySchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo_media_id: z.null(),
  created_at: z.string(),
  updated_at: z.string(),
  /** 1 = member, 8 = administrator, 15 = owner. */
  membership_level: z.int(),
  members_can_use_personal_api_keys: z.literal(true),
  /** Whether members need a second factor. */
  enforce_2fa: z.boolean(),
  /** The limits per calendar month (UTC) for all projects together; a resource that is not listed has no limit. */
  usage_limits: usageLimitsSchema,
  /** Projects and environments are the same in Tidemark. */
  teams: z.array(projectBasicSchema),
  projects: z.array(projectBasicSchema),
});

export const organizationMemberSchema = z.object({
  id: z.string(),
  user: userBasicSchema,
  level: z.int(),
  joined_at: z.string(),
  updated_at: z.string(),
  is_2fa_enabled: z.boolean(),
  has_social_auth: z.literal(false),
});

/** `PATCH organizations/{id}/`. */
export const organizationUpdateSchema = z.object({
  name: z.string().trim().min(1).max(64).optional(),
  enforce_2fa: z.boolean().optional(),
  /** Replaces all limits, also those that are not listed. */
  usage_limits: usageLimitsInput().optional(),
});
