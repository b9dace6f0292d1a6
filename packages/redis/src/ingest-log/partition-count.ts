import type { Redis } from '../connection/redis';

const KEY = 'tidemark:ingest-partitions';

/** KEYS: count. ARGV: ours. Returns the larger of both, which is stored from now on. */
const RAISE = `#!lua flags=allow-oom
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local ours = tonumber(ARGV[1])
if ours <= stored then return stored end
redis.call('SET', KEYS[1], ours)
return ours`;

/**
 * How many partitions any process has ever written to. Workers read them all, so that changing
 * `INGEST_PARTITIONS`, or setting it differently somewhere, strands no acknowledged event.
 */
export async function raisePartitionCount(redis: Redis, ours: number): Promise<number> {
  return Number(await redis.eval(RAISE, 1, KEY, ours));
}

/** The count that is stored; 0 before the first producer or consumer. */
export async function storedPartitionCount(redis: Redis): Promise<number> {
  return Number((await redis.get(KEY)) ?? 0);
}
