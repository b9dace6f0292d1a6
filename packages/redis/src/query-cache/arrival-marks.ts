import type { Redis } from '../connection/redis';

/** Counts how often new events of a project became queryable. Two values can only be compared for equality. */
export interface ArrivalMarks {
  /** Records that new events of these projects can be queried. */
  bump(projectIds: Iterable<number>): Promise<void>;
  read(projectId: number): Promise<string>;
}

/** Longer than the lifetime of stored results. */
const TTL_SECONDS = 8 * 86_400;

/** The counters are in Redis, so that they do not depend on the clock of a process. */
export function createArrivalMarks(redis: Redis): ArrivalMarks {
  const keyOf = (projectId: number): string => `tidemark:arrivals:${projectId}`;
  return {
    async bump(projectIds) {
      await Promise.all(
        [...projectIds].flatMap((id) => [
          redis.incr(keyOf(id)),
          redis.expire(keyOf(id), TTL_SECONDS),
        ]),
      );
    },
    read: async (projectId) => (await redis.get(keyOf(projectId))) ?? '0',
  };
}
