import { createHash, randomBytes } from 'node:crypto';

const COOKIE_PREFIX = 'tmc_';
const SETUP_PREFIX = 'tmu_';
const INVITE_PREFIX = 'tmi_';

/** The address for which a set-up link is made is followed by it; what is behind `#` reaches no server and no log. */
const SETUP_PATH = '/setup#token=';

/** The lifetime of an invitation link, the same as PostHog's. */
export const INVITE_SECONDS = 3 * 24 * 3_600;

/** How long a set-up link is good. */
export const SETUP_TOKEN_SECONDS = 24 * 3_600;

/** A secret that a browser returns as its session cookie; 256 random bits. */
export function generateSessionCookie(): string {
  return COOKIE_PREFIX + randomBytes(32).toString('base64url');
}

/** A secret that sets the first password, once; 256 random bits. */
export function generateSetupToken(): string {
  return SETUP_PREFIX + randomBytes(32).toString('base64url');
}

/** A single-use secret that makes its holder a member; 256 random bits. */
export function generateInviteToken(): string {
  return INVITE_PREFIX + randomBytes(32).toString('base64url');
}

/** The hash under which a secret is stored. Secrets are random, so a fast hash is enough. */
export function hashConsoleSecret(secret: string): string {
  return `sha256$${createHash('sha256').update(secret).digest('hex')}`;
}

/** @param publicUrl the address that browsers use, without a path */
export function setupLink(publicUrl: string, token: string): string {
  return new URL(publicUrl).origin + SETUP_PATH + token;
}

/** @param publicUrl the address that browsers use, without a path */
export function inviteLink(publicUrl: string, id: string, token: string): string {
  return `${new URL(publicUrl).origin}/signup/${id}#token=${token}`;
}
