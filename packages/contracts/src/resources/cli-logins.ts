import { z } from 'zod';
import { errorBodySchema } from '../shared/error-body';
import { scopesSchema } from '../shared/scopes';
import { trimmedText } from '../shared/wire-fields';

/** `POST /api/cli-auth/device-code/`. */
export const deviceCodeResponseSchema = z.object({
  /** A secret of the program, with which it asks for the key. */
  device_code: z.string(),
  /** Shown in the terminal and in the browser, so that the user can compare them: `BCDF-2345`. */
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  /** In seconds. */
  expires_in: z.int(),
  /** The seconds between two polls. */
  interval: z.int(),
});

/** `POST /api/cli-auth/poll/`. */
export const devicePollRequestSchema = z.object({ device_code: trimmedText(100) });

/** The responses of a poll: 202 while the user has not decided, 200 once with the key, 400 after the end. */
export const devicePollResponseSchema = z.union([
  z.object({ status: z.literal('pending') }),
  z.object({
    status: z.literal('authorized'),
    personal_api_key: z.string(),
    label: z.string(),
    project_id: z.string(),
  }),
  z.object({
    status: z.literal('expired'),
    error: z.literal('expired_token'),
    error_description: z.string(),
  }),
  errorBodySchema,
]);

/** `POST /api/cli-auth/authorize/`. */
export const deviceAuthorizeRequestSchema = z.object({
  user_code: trimmedText(20),
  project_id: z.int().min(1).max(2_147_483_647),
  /** The scopes of the key; by default those that PostHog's command-line client needs. */
  scopes: scopesSchema.optional(),
});

export const deviceAuthorizeResponseSchema = z.union([
  z.object({ status: z.literal('success'), label: z.string(), mask_value: z.string().nullable() }),
  z.object({
    error: z.enum(['invalid_code', 'invalid_project']),
    error_description: z.string(),
  }),
  errorBodySchema,
]);
