import type { Metrics, RawRequest } from '@tidemark/platform';
import { throttled } from '@tidemark/platform';
import type { RateLimit, Redis } from '@tidemark/redis';
import { createRateLimiter } from '@tidemark/redis';

/** How often a key may use the query routes (`docs/wire/query-runs.md#rate-values`). */
export interface QueryRates {
  /**
   * Counts one request of a key, and tells in headers what is left of the hour.
   *
   * @throws ApiError 429
   */
  take(
    use: 'run' | 'look',
    keyId: string,
    request: Pick<RawRequest, 'responseHeader'>,
  ): Promise<void>;
}

/** 0 = no such limit. */
export function createQueryRates(
  redis: Redis,
  limits: { readonly perHour: number; readonly perMinute: number },
  metrics: Metrics,
): QueryRates {
  const throttledRequests = metrics.counter(
    'query_requests_throttled_total',
    'Requests beyond a rate',
    ['window'],
  );
  const window = (name: string, points: number, durationSeconds: number) => {
    const keyPrefix = `tidemark:query-rate-${name}`;
    const limiter =
      points > 0 ? createRateLimiter(redis, { keyPrefix, points, durationSeconds }) : null;
    return async (keyId: string, tell: (rate: RateLimit) => void): Promise<void> => {
      if (limiter === null) return;
      const rate = await limiter.consume(keyId);
      tell(rate);
      if (rate.allowed) return;
      throttledRequests.inc({ window: name });
      throw throttled(rate.retryAfterSeconds);
    };
  };
  const burst = window('burst', limits.perMinute, 60);
  const hour = window('hour', limits.perHour, 3_600);
  return {
    async take(use, keyId, request) {
      // The shorter window is checked first, because a request that it rejects must not count for the hour.
      await burst(keyId, () => undefined);
      if (use === 'look') return;
      await hour(keyId, ({ limit, remaining, resetSeconds }) => {
        request.responseHeader('RateLimit-Limit', String(limit));
        request.responseHeader('RateLimit-Remaining', String(remaining));
        request.responseHeader('RateLimit-Reset', String(resetSeconds));
      });
    },
  };
}
