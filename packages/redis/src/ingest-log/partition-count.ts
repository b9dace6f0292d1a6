import type { Redis } from '../connection/redis';

const KEY = 'tidemark:ingest-partitions';

/** KEYS: count. ARGV: the count of this process. Stores and returns the larger of both. */
const RAISE = `#!lua flags=allow-oom
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local ours = tonumber(ARGV[1])
if ours <= stored then return stored end
redis.call('SET', KEYS[1], ours)
return ours`;

/**
 * Returns the largest number of partitions that any process has written to, including this one. Workers read all of
 * these partitions, so that no acknowledged event is left behind if `INGEST_PARTITIONS` is changed or differs between
 * processes.
 */
export async function raisePartitionCount(redis: Redis, ours: number): Promise<number> {
  return Number(await redis.eval(RAISE, 1, KEY, ours));
}

/** The stored count; 0 before the first producer or consumer. */
export async function storedPartitionCount(redis: Redis): Promise<number> {
  return Number((await redis.get(KEY)) ?? 0);
}
