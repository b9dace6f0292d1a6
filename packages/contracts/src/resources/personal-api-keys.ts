import { z } from 'zod';
import { scopesSchema } from '../shared/scopes';
import { storedJson, trimmedText } from '../shared/wire-fields';

/** A personal key in responses of the API (`docs/wire/api.md#personal-key-body`). */
export const personalApiKeySchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.null(),
  /** The key itself; only in responses that create one (create and roll). */
  value: z.string().nullable(),
  mask_value: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_rolled_at: z.string().nullable(),
  user_id: z.int(),
  scopes: z.array(z.string()),
  scoped_teams: z.array(z.int()),
  scoped_organizations: z.array(z.string()),
  is_legacy_hashing: z.boolean(),
  local_dev_value: z.null(),
});

export type PersonalApiKeyBody = z.infer<typeof personalApiKeySchema>;

export const personalApiKeyCreateSchema = z.object({
  label: trimmedText(40),
  scopes: scopesSchema,
  /** The ids of the allowed projects; empty or null means all. */
  scoped_teams: z.array(z.int().min(1).max(2_147_483_647)).max(1_000).nullish(),
  /** The uuids of the allowed organizations; empty or null means all. */
  scoped_organizations: z.array(storedJson(z.string())).max(1_000).nullish(),
});

/** PATCH: absent fields keep their value. */
export const personalApiKeyUpdateSchema = personalApiKeyCreateSchema.partial();
