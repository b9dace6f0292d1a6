import { z } from 'zod';
import { optionalText, trimmedText } from '../shared/wire-fields';
import { newPasswordSchema } from './logins';
import { userBasicSchema } from './users';

/** 1 = member, 8 = administrator, 15 = owner. */
const levelSchema = z.union([z.literal(1), z.literal(8), z.literal(15)], {
  error: 'Choose 1 (member), 8 (administrator) or 15 (owner).',
});

/** An e-mail address; Tidemark does not send e-mail to it. */
export const emailSchema = trimmedText(254).refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), {
  message: 'Enter a valid email address.',
});

/** `PATCH organizations/{id}/members/{uuid}/`. */
export const memberUpdateSchema = z.object({ level: levelSchema });

/** An invitation to an organization. `link` and `expires_at` are fields of Tidemark. */
export const inviteSchema = z.object({
  id: z.string(),
  target_email: z.string(),
  first_name: z.string(),
  /** Always false: Tidemark does not send e-mail. */
  emailing_attempt_made: z.literal(false),
  level: z.int(),
  is_expired: z.boolean(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
  /** The link; only the response that creates the invitation contains it. */
  link: z.string().nullable(),
});

export const inviteCreateSchema = z.object({
  target_email: emailSchema,
  first_name: optionalText(150).optional(),
  level: levelSchema.default(1),
});

/** `GET signup/{invite_id}/`: the invitation as its recipient sees it before sign-up. */
export const signupInviteSchema = z.object({
  id: z.string(),
  /** The masked address, because the id of an invitation is not a secret. */
  target_email: z.string(),
  first_name: z.string(),
  organization_name: z.string(),
});

export const signupRequestSchema = z.object({
  /** The token after `#token=` in the link. */
  token: trimmedText(200),
  first_name: trimmedText(150),
  password: newPasswordSchema,
});
