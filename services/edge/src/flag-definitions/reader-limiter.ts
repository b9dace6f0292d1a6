export interface ReaderLimiter {
  /** Takes one request of a project; the seconds until the next is let through, 0 when this one is. */
  take(projectId: number): number;
}

const MINUTE_MS = 60_000;

/**
 * So many requests a minute and project. Each process counts for itself, so that a poll which finds
 * nothing new asks no store.
 *
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
