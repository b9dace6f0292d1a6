import { z } from 'zod';
import { optionalText, trimmedText } from '../shared/wire-fields';
import { newPasswordSchema } from './logins';
import { userBasicSchema } from './users';

/** 1 = member, 8 = administrator, 15 = owner. */
const levelSchema = z.union([z.literal(1), z.literal(8), z.literal(15)], {
  error: 'Choose 1 (member), 8 (administrator) or 15 (owner).',
});

/** An address as people write it; nothing is sent to it. */
export const emailSchema = trimmedText(254).refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), {
  message: 'Enter a valid email address.',
});

/** `PATCH organizations/{id}/members/{uuid}/`. */
export const memberUpdateSchema = z.object({ level: levelSchema });

/** An invitation into an organization. `link` and `expires_at` are ours. */
export const inviteSchema = z.object({
  id: z.string(),
  target_email: z.string(),
  first_name: z.string(),
  /** There is no server for e-mail. */
  emailing_attempt_made: z.literal(false),
  level: z.int(),
  is_expired: z.boolean(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
  /** Only in the response that creates the invitation. */
  link: z.string().nullable(),
});

export const inviteCreateSchema = z.object({
  target_email: emailSchema,
  first_name: optionalText(150).optional(),
  level: levelSchema.default(1),
});

/** `GET signup/{invite_id}/`: what somebody with a link sees before they choose a password. */
export const signupInviteSchema = z.object({
  id: z.string(),
  /** Masked: the id of an invitation is no secret. */
  target_email: z.string(),
  first_name: z.string(),
  organization_name: z.string(),
});

export const signupRequestSchema = z.object({
  /** What follows `#token=` in the link. */
  token: trimmedText(200),
  first_name: trimmedText(150),
  password: newPasswordSchema,
});
