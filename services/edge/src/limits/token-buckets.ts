/** Limits the requests of each owner: a project or an address. */
export interface TokenBuckets<K> {
  /** Counts one request of an owner. Returns 0, or the seconds until the next request if its bucket is empty. */
  take(owner: K): number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** The number of requests after which full buckets are removed, because a new bucket is full too. */
const SWEEP_EVERY_TAKES = 10_000;

/**
 * Creates buckets of `burst` requests that are refilled with `perSecond` requests per second. Each process counts
 * separately, so that an evaluation reads no store.
 *
 * @param perSecond 0 = no limit
 * @param now monotonic ms
 */
export function createTokenBuckets<K>(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  now: () => number,
): TokenBuckets<K> {
  const buckets = new Map<K, Bucket>();
  let takes = 0;

  const sweep = (at: number): void => {
    for (const [owner, { tokens, filledAt }] of buckets) {
      if (tokens + ((at - filledAt) / 1_000) * perSecond >= burst) buckets.delete(owner);
    }
  };

  return {
    take: (owner) => {
      if (perSecond === 0) return 0;
      const at = now();
      takes += 1;
      if (takes % SWEEP_EVERY_TAKES === 0) sweep(at);
      const bucket = buckets.get(owner) ?? { tokens: burst, filledAt: at };
      buckets.set(owner, bucket);
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond);
      bucket.filledAt = at;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      bucket.tokens -= 1;
      return 0;
    },
  };
}
