import { z } from 'zod';
import { optionalText, rawText, trimmedText } from '../shared/wire-fields';
import { newPasswordSchema } from './logins';
import { emailSchema } from './members';

/** `PATCH users/@me/`. A new password needs the one before. */
export const profileUpdateSchema = z.object({
  first_name: trimmedText(150).optional(),
  last_name: optionalText(150).optional(),
  email: emailSchema.optional(),
  password: newPasswordSchema.optional(),
  current_password: rawText(256).optional(),
});

export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** Where somebody is signed in. */
export const ownSessionSchema = z.object({
  id: z.string(),
  /** The session of this request. */
  is_current: z.boolean(),
  created_at: z.string(),
  /** Within a minute; null for one that was not used since it was opened. */
  last_seen_at: z.string().nullable(),
  expires_at: z.string(),
  /** Of the client's network when it signed in; null for sessions of earlier versions. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

export const endedSessionsSchema = z.object({ ended: z.int() });
