import { z } from 'zod';
import { rawText, trimmedText } from '../shared/wire-fields';
import { secondFactorNeededSchema } from './second-factors';

/** `POST /api/login/`. A password is taken as it is, blanks too. */
export const loginRequestSchema = z.object({
  email: trimmedText(254),
  password: rawText(256),
  /** For programs: a code of the authenticator app, or a recovery code. The console is asked for it afterwards. */
  code: trimmedText(40).optional(),
});

export const refreshRequestSchema = z.object({ refresh_token: trimmedText(200) });

/** Without this token and without an access token, there is no session to end. */
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

/** `POST /api/setup/`: the token of a set-up link and the password that the owner will have. */
export const setupRequestSchema = z.object({
  token: trimmedText(200),
  password: newPasswordSchema,
});

/** `GET /api/setup/`. */
export const setupStatusResponseSchema = z.object({
  /** No owner has a password yet: a set-up link is needed. */
  required: z.boolean(),
});

/** The response of set-up. */
export const setupResponseSchema = z.object({
  success: z.literal(true),
  /** The address to sign in with from now on. */
  email: z.string(),
});

/** What signing in with the console's header returns: the session is in the cookie. */
export const cookieLoginResponseSchema = z.object({ success: z.literal(true) });

/** The response of a login and a refresh; `success` is PostHog's whole body. */
export const tokenLoginResponseSchema = z.object({
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

/** `POST /api/login/`: tokens, or none of them beside a cookie, or the way on. */
export const loginResponseSchema = z.union([
  tokenLoginResponseSchema,
  cookieLoginResponseSchema,
  secondFactorNeededSchema,
]);
