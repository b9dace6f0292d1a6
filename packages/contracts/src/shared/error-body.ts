import { z } from 'zod';

/** Error types of the project API (`docs/wire/api.md#error-types`). */
export const errorTypes = [
  'validation_error',
  'authentication_error',
  'invalid_request',
  'throttled_error',
  'server_error',
] as const;

export type ErrorType = (typeof errorTypes)[number];

export const errorBodySchema = z.object({
  type: z.enum(errorTypes),
  code: z.string(),
  detail: z.string(),
  attr: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
