import { z } from 'zod';
import { rawText, trimmedText } from '../shared/wire-fields';

/** `POST /api/login/`. A password is taken as it is, blanks too. */
export const loginRequestSchema = z.object({
  email: trimmedText(254),
  password: rawText(256),
});

export const refreshRequestSchema = z.object({ refresh_token: trimmedText(200) });

/** With neither this nor an access token there is nothing to end. */
export const logoutRequestSchema = z
  .object({ refresh_token: trimmedText(200).nullish() })
  .nullish();

/** What a login and a refresh return; `success` is PostHog's whole body. */
export const loginResponseSchema = z.object({
  success: z.literal(true),
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.int(),
  /** Good for one refresh. */
  refresh_token: z.string(),
  /** Seconds until the session ends, however often it is refreshed. */
  refresh_expires_in: z.int(),
});
