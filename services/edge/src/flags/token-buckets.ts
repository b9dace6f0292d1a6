/** How many requests each project may make at a time. */
export interface TokenBuckets {
  /** Takes one request of a project; false when its bucket is empty. */
  take(projectId: number): boolean;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** A bucket that was left alone for so long is full again: it need not be remembered. */
const SWEEP_EVERY_TAKES = 10_000;

/**
 * Buckets of `burst` requests that fill up by `perSecond`. Each process counts for itself, so that an
 * evaluation asks no store.
 *
 * @param perSecond 0 = no limit
 * @param now monotonic ms
 */
export function createTokenBuckets(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  now: () => number,
): TokenBuckets {
  const buckets = new Map<number, Bucket>();
  let takes = 0;

  const sweep = (at: number): void => {
    for (const [projectId, { tokens, filledAt }] of buckets) {
      if (tokens + ((at - filledAt) / 1_000) * perSecond >= burst) buckets.delete(projectId);
    }
  };

  return {
    take: (projectId) => {
      if (perSecond === 0) return true;
      const at = now();
      takes += 1;
      if (takes % SWEEP_EVERY_TAKES === 0) sweep(at);
      const bucket = buckets.get(projectId) ?? { tokens: burst, filledAt: at };
      buckets.set(projectId, bucket);
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond);
      bucket.filledAt = at;
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}
