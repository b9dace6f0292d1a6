import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'tmr_';

/** Generates a refresh token, which can be exchanged once for a new one and an access token; 256 random bits. */
export function generateRefreshToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** The stored hash of a refresh token. A fast hash is sufficient, because the token is random. */
export function hashRefreshToken(token: string): string {
  return `sha256$${createHash('sha256').update(token).digest('hex')}`;
}
