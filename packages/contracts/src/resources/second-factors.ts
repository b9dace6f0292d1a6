import { z } from 'zod';
import { rawText, trimmedText } from '../shared/wire-fields';

/** Arguments or results of the browser's WebAuthn functions. The server verifies each part. */
const webAuthnJson = z.record(z.string(), z.unknown());

const browserCredential = z.looseObject({ id: trimmedText(2_048) });

/** The second factors of a user. */
export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const;

export type SecondFactorMethod = (typeof secondFactorMethods)[number];

const method = z.enum(secondFactorMethods);

/** The password was correct, and one of these factors is needed to complete the sign-in. There is no session yet. */
export const secondFactorNeededSchema = z.object({
  success: z.literal(false),
  second_factor: z.array(method),
});

/** `GET /api/login/methods/`: the methods that the sign-in page offers. */
export const loginMethodsSchema = z.object({
  /** The button of the OpenID Connect provider; null if none is configured. */
  provider: z.object({ label: z.string() }).nullable(),
});

const code = trimmedText(40);

/** A code of the authenticator app, or a recovery code. */
export const secondFactorRequestSchema = z.object({ code });

export const signedInSchema = z.object({ success: z.literal(true) });

/** @property second_factor true: the passkey is used after a password; false: instead of one */
export const passkeyBeginSchema = z
  .object({ second_factor: z.boolean().default(false) })
  .default({ second_factor: false });

export const webAuthnOptionsSchema = z.object({ options: webAuthnJson });

export const passkeySignInSchema = z.object({
  second_factor: z.boolean().default(false),
  response: browserCredential,
});

export const providerBeginSchema = z
  .object({
    /** The path of the console to open after the sign-in. */
    next: rawText(2_048).optional(),
  })
  .default({});

export const providerBeginResponseSchema = z.object({
  /** The URL to which the browser is redirected. */
  url: z.string(),
});

/** The query string with which the provider redirected the browser back. */
export const providerSignInSchema = z.object({ query: rawText(8_192) });

export const providerSignInResponseSchema = z.union([
  z.object({ success: z.literal(true), next: z.string().nullable() }),
  secondFactorNeededSchema.extend({ next: z.string().nullable() }),
]);

const current_password = rawText(256).optional();

/** The credentials that confirm a change of the user's own factors. */
export const ownerProofSchema = z.object({ current_password });

/** Accounts of OpenID Connect providers with which the user can sign in. */
export const providerAccountsSchema = z.array(
  z.object({ issuer: z.string(), subject: z.string(), created_at: z.string() }),
);

export const providerUnlinkSchema = z.object({
  issuer: rawText(2_048),
  subject: rawText(2_048),
  current_password,
});

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** `GET users/@me/factors/`. */
export const ownFactorsSchema = z.object({
  totp: z.object({ created_at: z.string() }).nullable(),
  /** Whether this server can store secrets of authenticator apps, which needs `LOGIN_SECRETS_KEY`. */
  totp_available: z.boolean(),
  passkeys: z.array(passkeySchema),
  recovery_codes_left: z.int(),
  /** Users without a password need a session that was opened within the last ten minutes to change factors. */
  has_password: z.boolean(),
  /** Whether the organization requires a second factor. */
  is_required: z.boolean(),
});

export const totpBeginResponseSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
});

export const totpChangeSchema = z.object({ code, current_password });

/** The recovery codes, which are shown only once; null if the user already has codes because of another factor. */
const recoveryCodes = z.array(z.string()).nullable();

export const totpConfirmResponseSchema = z.object({ recovery_codes: recoveryCodes });

export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

export const passkeyCreateSchema = z.object({
  name: trimmedText(100),
  response: browserCredential,
});

export const passkeyCreateResponseSchema = z.object({
  passkey: passkeySchema,
  recovery_codes: recoveryCodes,
});
