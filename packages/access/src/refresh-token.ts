import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'tmr_';

/** A secret that is exchanged once for the next one and a new access token; 256 random bits. */
export function generateRefreshToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** The stored hash of a refresh token. The token is random, so a fast hash is enough. */
export function hashRefreshToken(token: string): string {
  return `sha256$${createHash('sha256').update(token).digest('hex')}`;
}
