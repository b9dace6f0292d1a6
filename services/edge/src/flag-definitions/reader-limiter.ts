export interface ReaderLimiter {
  /** Counts one request of a project; returns the seconds until the next is accepted, 0 if this one is accepted. */
  take(projectId: number): number;
}

const MINUTE_MS = 60_000;

/**
 * Limits the requests per minute and project. Each process counts separately, so that a poll that finds no change
 * reads no store.
 * @param perMinute 0 = no limit
 */
export function createReaderLimiter(perMinute: number, now: () => number): ReaderLimiter {
  let startedAt = -Infinity;
  const taken = new Map<number, number>();
  return {
    take: (projectId) => {
      if (perMinute === 0) return 0;
      const elapsed = now() - startedAt;
      if (elapsed >= MINUTE_MS) {
        startedAt = now();
        taken.clear();
      }
      const count = (taken.get(projectId) ?? 0) + 1;
      taken.set(projectId, count);
      return count <= perMinute ? 0 : Math.max(1, Math.ceil((MINUTE_MS - elapsed) / 1_000));
    },
  };
}
