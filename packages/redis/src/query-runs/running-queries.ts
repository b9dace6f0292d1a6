import type { Redis } from '../connection/redis';

/** Stores which run computes which result, so that equal runs are computed once. */
export interface RunningQueries {
  /**
   * Records the run that computes a result, unless another run already does; returns the recorded one.
   * @param over a recorded run that is known to have ended, and is replaced
   */
  claim(resultKey: string, queryId: string, over: string | null): Promise<string>;
  holder(resultKey: string): Promise<string | null>;
}

/** KEYS: claim. ARGV: id, TTL in seconds, id of a run that has ended, or ''. */
const CLAIM = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and holder ~= ARGV[3] then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ARGV[1]`;

/** @param ttlSeconds the maximum lifetime of a run's record */
export function createRunningQueries(redis: Redis, ttlSeconds: number): RunningQueries {
  const claimKey = (resultKey: string): string => `tidemark:query-running:${resultKey}`;
  return {
    claim: async (resultKey, queryId, over) =>
      String(await redis.eval(CLAIM, 1, claimKey(resultKey), queryId, ttlSeconds, over ?? '')),
    holder: (resultKey) => redis.get(claimKey(resultKey)),
  };
}
