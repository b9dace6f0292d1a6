import type { Redis } from '../connection/redis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimit {
  readonly allowed: boolean;
  /** Whole seconds until a point is free again; 0 when allowed. */
  readonly retryAfterSeconds: number;
  /** Points of a whole window. */
  readonly limit: number;
  /** Points that are left of this one. */
  readonly remaining: number;
  /** Whole seconds until all are there again. */
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Takes one point of `key`. */
  consume(key: string): Promise<RateLimit>;
  /** Gives one point of `key` back. */
  giveBack(key: string): Promise<void>;
  /** Gives all points of `key` back. */
  reset(key: string): Promise<void>;
}

/**
 * A fixed window shared by all processes. While Redis is unavailable each process counts for itself, so a limit
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
