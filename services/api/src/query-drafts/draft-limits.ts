import { throttled } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';
import { createRateLimiter } from '@tidemark/redis';

/**
 * Questions to a language model cost money: 10 a minute and 100 a day per user (`docs/wire/query-runs.md#draft-sql`
 * and `docs/wire/query-runs.md#rate-values`).
 */
export interface DraftLimits {
  /** @throws ApiError 429 */
  take(userId: number): Promise<void>;
}

/** Drafts by rules cost nothing, so they have the same limits as the other query routes. */
export function createDraftLimits(redis: Redis, usesModel: boolean): DraftLimits {
  if (!usesModel) return { take: () => Promise.resolve() };
  const burst = createRateLimiter(redis, {
    keyPrefix: 'tidemark:draft-burst',
    points: 10,
    durationSeconds: 60,
  });
  const sustained = createRateLimiter(redis, {
    keyPrefix: 'tidemark:draft-sustained',
    points: 100,
    durationSeconds: 86_400,
  });
  return {
    async take(userId) {
      for (const limit of [burst, sustained]) {
        const { allowed, retryAfterSeconds } = await limit.consume(String(userId));
        if (!allowed) throw throttled(retryAfterSeconds);
      }
    },
  };
}
