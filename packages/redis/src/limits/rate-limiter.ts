import type { Redis } from '../connection/redis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimit {
  readonly allowed: boolean;
  /** The whole seconds until a request is allowed again; 0 if this one is allowed. */
  readonly retryAfterSeconds: number;
  /** The number of points per window. */
  readonly limit: number;
  /** The remaining points of the window. */
  readonly remaining: number;
  /** The whole seconds until the window ends and all points are available. */
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Takes one point of `key`. */
  consume(key: string): Promise<RateLimit>;
  /** Returns one point of `key`. */
  giveBack(key: string): Promise<void>;
  /** Returns all points of `key`. */
  reset(key: string): Promise<void>;
}

/**
 * A rate limit with a fixed window that all processes share. While Redis is unavailable each process counts
 * separately, so that the limit does not cause an outage.
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
  const response = (allowed: boolean, window: RateLimiterRes): RateLimit => {
    const seconds = Math.max(1, Math.ceil(window.msBeforeNext / 1_000));
    return {
      allowed,
      retryAfterSeconds: allowed ? 0 : seconds,
      limit: options.points,
      remaining: Math.max(0, window.remainingPoints),
      resetSeconds: seconds,
    };
  };
  return {
    consume: async (key) => {
      try {
        return response(true, await limiter.consume(key));
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        return response(false, rejection);
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
    reset: async (key) => {
      await limiter.delete(key);
    },
  };
}
