import { createHash } from 'node:crypto';
import { throttled } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';
import { createRateLimiter } from '@tidemark/redis';

/** How often passwords and refresh tokens may be tried. */
export interface LoginLimits {
  /**
   * Counts an attempt by a network address, before any read.
   * @throws ApiError 429
   */
  takeAddress(address: string): Promise<void>;
  /**
   * Counts an attempt before its password is checked: for the stored user, with any spelling of the address, and for
   * the address, also if it has no user (`null`).
   *
   * @throws ApiError 429
   */
  takePassword(userId: number | null, email: string): Promise<void>;
  /**
   * Counts a code of a user before it is checked, across all sign-ins of the user.
   * @throws ApiError 429
   */
  takeCode(userId: number): Promise<void>;
  /** Resets the count of codes after a correct one. */
  codeSucceeded(userId: number): Promise<void>;
  /** Counts an attempt with a refresh token. @throws ApiError 429 */
  takeRefresh(address: string): Promise<void>;
  /** Counts an attempt with the token of a set-up link. @throws ApiError 429 */
  takeSetup(address: string): Promise<void>;
  /** Counts a request for the set-up state. @throws ApiError 429 */
  takeStatus(address: string): Promise<void>;
  /** Resets the count of the user's attempts after a correct password. */
  succeeded(userId: number, email: string): Promise<void>;
}

const WINDOW_SECONDS = 15 * 60;
const TRIES_PER_USER = 10;
/** An office behind one address may have many people. */
const TRIES_PER_ADDRESS = 100;
const REFRESHES_PER_ADDRESS = 1_000;
const LOOKS_PER_ADDRESS = 1_000;

/** Counted in Redis for all processes together; while Redis is unavailable, each process counts separately. */
export function createLoginLimits(redis: Redis): LoginLimits {
  const limiter = (name: string, points: number) =>
    createRateLimiter(redis, {
      keyPrefix: `tidemark:login-${name}`,
      points,
      durationSeconds: WINDOW_SECONDS,
    });
  const byUser = limiter('user', TRIES_PER_USER);
  const codes = limiter('code', TRIES_PER_USER);
  const byAddress = limiter('address', TRIES_PER_ADDRESS);
  const refreshes = limiter('refresh', REFRESHES_PER_ADDRESS);
  const setups = limiter('setup', TRIES_PER_ADDRESS);
  const looks = limiter('status', LOOKS_PER_ADDRESS);
  const take = async (limit: typeof byUser, key: string): Promise<void> => {
    const { allowed, retryAfterSeconds } = await limit.consume(key);
    if (!allowed) throw throttled(retryAfterSeconds);
  };
  return {
    takeAddress: (address) => take(byAddress, address),
    async takePassword(userId, email) {
      await take(byUser, addressKey(email));
      if (userId !== null) await take(byUser, userKey(userId));
    },
    takeCode: (userId) => take(codes, userKey(userId)),
    codeSucceeded: (userId) => codes.reset(userKey(userId)),
    takeRefresh: (address) => take(refreshes, address),
    takeSetup: (address) => take(setups, address),
    takeStatus: (address) => take(looks, address),
    async succeeded(userId, email) {
      await byUser.reset(userKey(userId));
      await byUser.reset(addressKey(email));
    },
  };
}

const userKey = (id: number): string => `user-${id}`;

/**
 * The counter of an e-mail address, the same for every spelling that a store could take for equal: without case,
 * compatibility forms, accents, blanks and characters that are not shown. Hashed, so that whatever is typed into the
 * field has one length in Redis and none of it is kept there.
 */
export function addressKey(email: string): string {
  const upper = email.normalize('NFKD').toUpperCase();
  const folded = upper.toLowerCase().normalize('NFKD');
  const plain = folded.replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\s]/gu, '');
  return `address-${createHash('sha256').update(plain).digest('hex')}`;
}
