import type { Logger } from '@tidemark/platform';
import type { Redis } from '../connection/redis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** A limit of points per owner and minute, counted for all processes together. */
export interface RequestLimiter {
  /**
   * Takes points of an owner. Returns 0 if the request is allowed, which it is as long as any points remain, even if
   * it takes more; else the seconds until points are available again. Never rejects.
   */
  take(owner: string, points?: number): Promise<number>;
}

const WINDOW_SECONDS = 60;
/**
 * While Redis is unavailable, requests are not counted. These are the minimum intervals between attempts to reach
 * Redis, and between warnings in the log.
 */
const ASK_AGAIN_MS = 1_000;
const WARN_EVERY_MS = 10_000;

/**
 * A limit that never causes an outage: while Redis is unavailable all requests are allowed, and the log reports it.
 * Owners without points are cached here, so that their requests need no command to Redis.
 * @param now monotonic time in ms
 */
export function createRequestLimiter(
  redis: Redis,
  given: {
    /** The name of the limit in its Redis keys and in the log. */
    readonly name: string;
    readonly perMinute: number;
    readonly logger: Logger;
    readonly now: () => number;
  },
): RequestLimiter {
  const { name, perMinute, logger, now } = given;
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `tidemark:limit-${name}`,
    points: perMinute,
    duration: WINDOW_SECONDS,
    inMemoryBlockOnConsumed: perMinute,
  });
  let askAgainAt = -Infinity;
  let warnAgainAt = -Infinity;
  const isUnavailable = (error: unknown): void => {
    askAgainAt = now() + ASK_AGAIN_MS;
    if (now() < warnAgainAt) return;
    warnAgainAt = now() + WARN_EVERY_MS;
    logger.warn(
      { err: error, limit: name },
      'Redis is not reachable: requests are not counted against their limit',
    );
  };
  return {
    async take(owner, points = 1) {
      if (now() < askAgainAt) return 0;
      try {
        await limiter.consume(owner, points);
        return 0;
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) {
          isUnavailable(rejection);
          return 0;
        }
        // If the owner is cached as blocked, the count is missing.
        const { consumedPoints: consumed, msBeforeNext } = rejection;
        if (consumed > 0 && consumed - points < perMinute) return 0;
        return Math.max(1, Math.ceil(msBeforeNext / 1_000));
      }
    },
  };
}
