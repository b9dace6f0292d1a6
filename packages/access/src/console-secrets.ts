import { createHash, randomBytes } from 'node:crypto';

const COOKIE_PREFIX = 'tmc_';
const SETUP_PREFIX = 'tmu_';
const INVITE_PREFIX = 'tmi_';

/**
 * The path of a set-up link; the token follows it. Browsers do not send the part after `#`, so it reaches no server
 * and no log.
 */
const SETUP_PATH = '/setup#token=';

/** The lifetime of an invitation link, the same as PostHog's. */
export const INVITE_SECONDS = 3 * 24 * 3_600;

/** The lifetime of a set-up link in seconds. */
export const SETUP_TOKEN_SECONDS = 24 * 3_600;

/** Generates the secret in the cookie of a session; 256 random bits. */
export function generateSessionCookie(): string {
  return COOKIE_PREFIX + randomBytes(32).toString('base64url');
}

/** Generates the single-use secret for the first password; 256 random bits. */
export function generateSetupToken(): string {
  return SETUP_PREFIX + randomBytes(32).toString('base64url');
}

/** Generates the single-use secret of an invitation; 256 random bits. */
export function generateInviteToken(): string {
  return INVITE_PREFIX + randomBytes(32).toString('base64url');
}

/** The stored hash of a secret. A fast hash is sufficient, because secrets are random. */
export function hashConsoleSecret(secret: string): string {
  return `sha256$${createHash('sha256').update(secret).digest('hex')}`;
}

/** The link for the first password. @param publicUrl the address that browsers use, without a path */
export function setupLink(publicUrl: string, token: string): string {
  return new URL(publicUrl).origin + SETUP_PATH + token;
}

/** The link of an invitation. @param publicUrl the address that browsers use, without a path */
export function inviteLink(publicUrl: string, id: string, token: string): string {
  return `${new URL(publicUrl).origin}/signup/${id}#token=${token}`;
}
