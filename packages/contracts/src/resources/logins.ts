import { z } from 'zod';
import { rawText, trimmedText } from '../shared/wire-fields';
import { secondFactorNeededSchema } from './second-factors';

/** `POST /api/login/`. A password is not trimmed. */
export const loginRequestSchema = z.object({
  email: trimmedText(254),
  password: rawText(256),
  /** For programs: a code of the authenticator app, or a recovery code. The console sends it in a second request. */
  code: trimmedText(40).optional(),
});

export const refreshRequestSchema = z.object({ refresh_token: trimmedText(200) });

/** Identifies the session to end. Without this token and without an access token, there is no session to end. */
export const logoutRequestSchema = z
  .object({ refresh_token: trimmedText(200).nullish() })
  .nullish();

/** A new password. */
export const newPasswordSchema = rawText(256)
  .refine((password) => password.length >= 8, {
    message: 'Ensure this field has at least 8 characters.',
    params: { code: 'min_length' },
  })
  .refine((password) => !/[\n\r]/.test(password), 'Ensure this field is one line.');

/** `POST /api/setup/`: the token of a set-up link and the new password of the owner. */
export const setupRequestSchema = z.object({
  token: trimmedText(200),
  password: newPasswordSchema,
});

/** `GET /api/setup/`. */
export const setupStatusResponseSchema = z.object({
  /** Whether a set-up link is needed, because no owner has a password yet. */
  required: z.boolean(),
});

/** The response of set-up. */
export const setupResponseSchema = z.object({
  success: z.literal(true),
  /** The e-mail address with which the owner signs in. */
  email: z.string(),
});

/** The response to a sign-in with the console's header; the session is in the cookie. */
export const cookieLoginResponseSchema = z.object({ success: z.literal(true) });

/** The response to a login and a refresh. PostHog only returns `success`. */
export const tokenLoginResponseSchema = z.object({
  success: z.literal(true),
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** In seconds. */
  expires_in: z.int(),
  /** Can be used once. */
  refresh_token: z.string(),
  /** The seconds until the session ends; refreshes do not extend it. */
  refresh_expires_in: z.int(),
});

/**
 * `POST /api/login/`: tokens; only `success` if the session is in a cookie; or the second factors, one of which is
 * needed.
 */
export const loginResponseSchema = z.union([
  tokenLoginResponseSchema,
  cookieLoginResponseSchema,
  secondFactorNeededSchema,
]);
