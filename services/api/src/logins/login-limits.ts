import { createHash } from 'node:crypto';
import { throttled } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';
import { createRateLimiter } from '@tidemark/redis';

/** How often passwords and refresh tokens may be tried. */
export interface LoginLimits {
  /** Counts an attempt before its password is looked at. @throws ApiError 429 */
  take(email: string, address: string): Promise<void>;
  /** Counts an attempt with a refresh token. @throws ApiError 429 */
  takeRefresh(address: string): Promise<void>;
  /** The password was right: earlier slips of this address's owner are forgotten. */
  succeeded(email: string): Promise<void>;
}

const WINDOW_SECONDS = 15 * 60;
const TRIES_PER_EMAIL = 10;
/** An office behind one address may have many people. */
const TRIES_PER_ADDRESS = 100;
const REFRESHES_PER_ADDRESS = 1_000;

/** Counted in Redis for all processes together; while it is away each process counts for itself. */
export function createLoginLimits(redis: Redis): LoginLimits {
  const limiter = (name: string, points: number) =>
    createRateLimiter(redis, {
      keyPrefix: `tidemark:login-${name}`,
      points,
      durationSeconds: WINDOW_SECONDS,
    });
  const byEmail = limiter('email', TRIES_PER_EMAIL);
  const byAddress = limiter('address', TRIES_PER_ADDRESS);
  const refreshes = limiter('refresh', REFRESHES_PER_ADDRESS);
  const take = async (limit: typeof byEmail, key: string): Promise<void> => {
    const { allowed, retryAfterSeconds } = await limit.consume(key);
    if (!allowed) throw throttled(retryAfterSeconds);
  };
  return {
    async take(email, address) {
      // The address first: one that is at its end costs its victims' accounts nothing.
      await take(byAddress, address);
      await take(byEmail, emailKey(email));
    },
    takeRefresh: (address) => take(refreshes, address),
    succeeded: (email) => byEmail.reset(emailKey(email)),
  };
}

/** Whatever is typed into the field has one length in Redis, and none of it is kept there. */
function emailKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
