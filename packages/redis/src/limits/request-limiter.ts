import type { Logger } from '@tidemark/platform';
import type { Redis } from '../connection/redis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** So many points per owner and minute, counted by all processes together. */
export interface RequestLimiter {
  /**
   * Takes points of an owner: the seconds until some are free again when none were left, else 0. What takes
   * more than are left is let through, once. Never rejects.
   */
  take(owner: string, points?: number): Promise<number>;
}

const WINDOW_SECONDS = 60;
/** While Redis is unavailable no one is counted; it is asked again so often, and said so often. */
const ASK_AGAIN_MS = 1_000;
const WARN_EVERY_MS = 10_000;

/**
 * A limit that protects and must never be an outage: while Redis is unavailable everybody is let through, which the
 * log says. An owner without points costs Redis nothing: it is remembered here.
 *
 * @param now monotonic ms
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
        // An owner that is remembered as blocked comes without its count.
        const { consumedPoints: consumed, msBeforeNext } = rejection;
        if (consumed > 0 && consumed - points < perMinute) return 0;
        return Math.max(1, Math.ceil(msBeforeNext / 1_000));
      }
    },
  };
}
