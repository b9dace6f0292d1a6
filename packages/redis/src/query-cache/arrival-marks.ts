import type { Redis } from '../connection/redis';

/** Counts the times that events of a project became queryable. Only equality of two readings means something. */
export interface ArrivalMarks {
  /** New events of these projects can be queried from now on. */
  bump(projectIds: Iterable<number>): Promise<void>;
  read(projectId: number): Promise<string>;
}

/** Longer than any stored result is kept. */
const TTL_SECONDS = 8 * 86_400;

/** Counters in Redis: no clock of any process matters. */
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
