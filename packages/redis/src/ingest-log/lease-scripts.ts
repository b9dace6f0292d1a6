/** Lets a script write while Redis is full, because only the consumer can free memory. Needs Redis 7. */
const EVEN_WHEN_FULL = '#!lua flags=allow-oom';

/**
 * KEYS 1 and 2: lease and last owner of a partition. ARGV 1: the consumer. An expired lease that no other consumer
 * has taken still belongs to its owner, because nobody else can have changed the partition.
 */
const HOLDER = `
local holder = redis.call('GET', KEYS[1])
if not holder and redis.call('GET', KEYS[2]) == ARGV[1] then holder = ARGV[1] end`;

/** Returns -1 instead of running the rest of the script if the partition does not belong to the consumer. */
export const ONLY_FOR_HOLDER = `${EVEN_WHEN_FULL}${HOLDER}
if holder ~= ARGV[1] then return -1 end`;

/** The return values of `CLAIM`. */
export const CLAIMED = { no: 0, kept: 1, free: 2, takenOver: 3 } as const;

/** Takes a free lease or extends the consumer's own. ARGV 2: ms. */
export const CLAIM = `${EVEN_WHEN_FULL}${HOLDER}
if holder and holder ~= ARGV[1] then return ${CLAIMED.no} end
local last = redis.call('GET', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1])
if holder then return ${CLAIMED.kept} end
return last and ${CLAIMED.takenOver} or ${CLAIMED.free}`;

/** Extends the consumer's own lease; -1 if another consumer has had it since. ARGV 2: ms. */
export const RENEW = `${ONLY_FOR_HOLDER}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Ends the consumer's own lease and removes its last owner, so that a new owner takes nothing over. */
export const DROP = `${ONLY_FOR_HOLDER}
return redis.call('DEL', KEYS[1], KEYS[2])`;

/** Registers a heartbeat by Redis's clock, removes expired consumers, and returns the number of live ones. */
export const HEARTBEAT = `${EVEN_WHEN_FULL}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('ZCARD', KEYS[1])`;
