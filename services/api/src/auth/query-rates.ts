import type { Metrics, RawRequest } from '@tidemark/platform';
import { throttled } from '@tidemark/platform';
import type { RateLimit, Redis } from '@tidemark/redis';
import { createRateLimiter } from '@tidemark/redis';

/** How often a key may use the query routes (`docs/wire/query-runs.md#rate-values`). */
export interface QueryRates {
  /**
   * Counts one request of a key, and sets headers with the number of requests left in the hour.
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
    'Requests that exceeded a rate limit',
    ['window'],
  );
  const window = (name: string, points: number, durationSeconds: number) => {
    const keyPrefix = `tidemark:query-rate-${name}`;
    const limiter =
      points > 0 ? createRateLimiter(redis, { keyPrefix, points, durationSeconds }) : null;
    return {
      consume: async (keyId: string): Promise<RateLimit | null> =>
        limiter === null ? null : limiter.consume(keyId),
      giveBack: async (keyId: string): Promise<void> => limiter?.giveBack(keyId),
      /** @throws ApiError 429 */
      require: (rate: RateLimit | null): void => {
        if (rate === null || rate.allowed) return;
        throttledRequests.inc({ window: name });
        throw throttled(rate.retryAfterSeconds);
      },
    };
  };
  const burst = window('burst', limits.perMinute, 60);
  const hour = window('hour', limits.perHour, 3_600);
  return {
    async take(use, keyId, request) {
      // Both windows count in one round trip.
      const [ofMinute, ofHour] = await Promise.all([
        burst.consume(keyId),
        use === 'look' ? null : hour.consume(keyId),
      ]);
      // A request that the shorter window rejects must not count for the hour.
      if (ofMinute?.allowed === false && ofHour !== null) await hour.giveBack(keyId);
      burst.require(ofMinute);
      if (ofHour === null) return;
      const { limit, remaining, resetSeconds } = ofHour;
      request.responseHeader('RateLimit-Limit', String(limit));
      request.responseHeader('RateLimit-Remaining', String(remaining));
      request.responseHeader('RateLimit-Reset', String(resetSeconds));
      hour.require(ofHour);
    },
  };
}
