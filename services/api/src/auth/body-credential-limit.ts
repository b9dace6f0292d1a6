import { throttled } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';
import { createRateLimiter } from '@tidemark/redis';

/** Limits how many bodies of one address are parsed to find a credential. */
export interface BodyCredentialLimit {
  /** Counts one before it is read. @throws ApiError 429 */
  take(address: string): Promise<void>;
}

const WINDOW_SECONDS = 60;

/**
 * Counted in Redis for all processes together; while it is unavailable each process counts for itself.
 *
 * @param perMinute 0 = no limit
 */
export function createBodyCredentialLimit(redis: Redis, perMinute: number): BodyCredentialLimit {
  if (perMinute === 0) return { take: () => Promise.resolve() };
  const limiter = createRateLimiter(redis, {
    keyPrefix: 'tidemark:body-credentials',
    points: perMinute,
    durationSeconds: WINDOW_SECONDS,
  });
  return {
    async take(address) {
      const { allowed, retryAfterSeconds } = await limiter.consume(address);
      if (!allowed) throw throttled(retryAfterSeconds);
    },
  };
}
