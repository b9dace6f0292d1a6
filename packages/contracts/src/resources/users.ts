import { z } from 'zod';

/** A user inside another resource, always with the same nine keys (`docs/wire/api.md#user-body`). */
export const userBasicSchema = z.object({
  id: z.int(),
  uuid: z.string(),
  distinct_id: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean().nullable(),
  hedgehog_config: z.record(z.string(), z.unknown()),
  role_at_organization: z.string().nullable(),
});

export type UserBasic = z.infer<typeof userBasicSchema>;

const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo_media_id: z.null(),
  membership_level: z.int(),
  members_can_use_personal_api_keys: z.literal(true),
});

/** `GET /api/users/@me/`. The first three fields are Tidemark's. */
export const meSchema = userBasicSchema.extend({
  /** The permissions of the request: those of its key, or of the role of the signed-in user. */
  scopes: z.array(z.string()),
  /** The version of Tidemark. */
  version: z.string(),
  /** The address that this client uses, without a path; the console shows it as the host for SDKs. */
  public_url: z.string(),
  is_staff: z.boolean(),
  /** The user's current project; null if there is none. */
  team: z
    .object({
      id: z.int(),
      uuid: z.string(),
      organization: z.string(),
      project_id: z.int(),
      api_token: z.string(),
      name: z.string(),
      completed_snippet_onboarding: z.boolean(),
      has_completed_onboarding_for: z.record(z.string(), z.unknown()),
      ingested_event: z.boolean(),
      is_demo: z.boolean(),
      timezone: z.string(),
      access_control: z.boolean(),
    })
    .nullable(),
  organization: organizationSchema,
  organizations: z.array(organizationSchema),
});
