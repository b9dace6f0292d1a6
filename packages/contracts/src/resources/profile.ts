import { z } from 'zod';
import { optionalText, rawText, trimmedText } from '../shared/wire-fields';
import { newPasswordSchema } from './logins';
import { emailSchema } from './members';

/** `PATCH users/@me/`. A new password requires the current one. */
export const profileUpdateSchema = z.object({
  first_name: trimmedText(150).optional(),
  last_name: optionalText(150).optional(),
  email: emailSchema.optional(),
  password: newPasswordSchema.optional(),
  current_password: rawText(256).optional(),
});

export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** An active session of the user. */
export const ownSessionSchema = z.object({
  id: z.string(),
  /** Whether the request belongs to this session. */
  is_current: z.boolean(),
  created_at: z.string(),
  /** The last use, to the minute; null if the session has not been used since sign-in. */
  last_seen_at: z.string().nullable(),
  expires_at: z.string(),
  /** The network address of the client at sign-in; null for sessions of older versions, which did not store it. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

export const endedSessionsSchema = z.object({ ended: z.int() });
