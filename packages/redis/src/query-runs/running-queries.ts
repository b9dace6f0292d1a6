import type { Redis } from '../connection/redis';

/** Which run works on which result, so that equal runs are one. */
export interface RunningQueries {
  /**
   * Names the run that works on a result, unless another does; returns the one that counts. A holder that is
   * known to be `over` is replaced.
   */
  claim(resultKey: string, queryId: string, over: string | null): Promise<string>;
  holder(resultKey: string): Promise<string | null>;
}

/** KEYS: claim. ARGV: id, TTL seconds, id of a run that is over or ''. */
const CLAIM = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and holder ~= ARGV[3] then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ARGV[1]`;

/** @param ttlSeconds as long as the record of a run may live */
export function createRunningQueries(redis: Redis, ttlSeconds: number): RunningQueries {
  const claimKey = (resultKey: string): string => `tidemark:query-running:${resultKey}`;
  return {
    claim: async (resultKey, queryId, over) =>
      String(await redis.eval(CLAIM, 1, claimKey(resultKey), queryId, ttlSeconds, over ?? '')),
    holder: (resultKey) => redis.get(claimKey(resultKey)),
  };
}
