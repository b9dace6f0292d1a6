import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimit {
  readonly allowed: boolean;
  /** Whole seconds until a point is free again; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Takes one point of `key`. */
  consume(key: string): Promise<RateLimit>;
}

/**
 * A fixed window shared by all processes. While Redis is away each process counts for itself, so a limit
 * never turns into an outage.
 */
export function createRateLimiter(
  redis: Redis,
  options: {
    readonly keyPrefix: string;
    readonly points: number;
    readonly durationSeconds: number;
  },
): RateLimiter {
  const window = {
    keyPrefix: options.keyPrefix,
    points: options.points,
    duration: options.durationSeconds,
  };
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    ...window,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  return {
    consume: async (key) => {
      try {
        await limiter.consume(key);
        return { allowed: true, retryAfterSeconds: 0 };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return {
          allowed: false,
          retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
        };
      }
    },
  };
}
