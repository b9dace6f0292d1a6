import type { Redis } from '../connection/redis';
import { packing, unpack } from './pack';

export interface QueryResultCache {
  /** The value that was stored for the key; undefined if there is none or it cannot be read. */
  get(projectId: number, key: string): Promise<unknown>;
  /**
   * Stores a value, unless a value that was made later is stored already: computations of one query may end in
   * another order than they began. Resolves as soon as every later command of this process is certain to reach Redis after the
   * value. Small values are compressed at the end of the current turn of the event loop, so that a response in this
   * turn is sent first.
   *
   * @param madeAt the state of the data that the value shows; now by default
   */
  send(projectId: number, key: string, value: unknown, madeAt?: Date): Promise<SentResult>;
}

interface SentResult {
  /** Whether the value was stored; false if it is too large or older than the stored one. Rejects if Redis fails. */
  readonly stored: Promise<boolean>;
}

export interface ResultCacheOptions {
  readonly ttlSeconds: number;
  /** The maximum compressed size of one value. */
  readonly maxEntryBytes: number;
  /** The maximum compressed size of all values of a project, so that one project cannot fill the whole cache. */
  readonly maxProjectBytes: number;
  readonly now: () => Date;
}

/**
 * KEYS: index (entry → time of expiry), sizes (entry → bytes, and `at:` entry → when it was made). ARGV: entry, value,
 * now in ms, TTL in ms, bytes, budget, when it was made in ms. If there is no room, the entries that expire first are
 * deleted.
 */
const STORE = `
local index, sizes = KEYS[1], KEYS[2]
local entry, now, ttl, bytes, budget = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local function forget(name)
  redis.call('DEL', name)
  redis.call('ZREM', index, name)
  local size = redis.call('HGET', sizes, name)
  if size then redis.call('HINCRBY', sizes, 'all', '-' .. size) end
  redis.call('HDEL', sizes, name, 'at:' .. name)
end
local known = redis.call('HGET', sizes, 'at:' .. entry)
if known and tonumber(known) > tonumber(ARGV[7]) and redis.call('EXISTS', entry) == 1 then return 0 end
forget(entry)
for _, name in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', now)) do forget(name) end
while tonumber(redis.call('HGET', sizes, 'all') or 0) + bytes > budget do
  local soonest = redis.call('ZRANGE', index, 0, 0)[1]
  if not soonest then break end
  forget(soonest)
end
redis.call('SET', entry, ARGV[2], 'PX', ttl)
redis.call('ZADD', index, now + ttl, entry)
redis.call('HSET', sizes, entry, bytes, 'at:' .. entry, ARGV[7])
redis.call('HINCRBY', sizes, 'all', bytes)
redis.call('PEXPIRE', index, ttl)
redis.call('PEXPIRE', sizes, ttl)
return 1`;

/** Compressed query results in Redis, which expire (`docs/wire/query.md#cache-lifetime`). */
export function createQueryResultCache(
  redis: Redis,
  options: ResultCacheOptions,
): QueryResultCache {
  const { ttlSeconds, maxEntryBytes, maxProjectBytes, now } = options;
  // All keys of a project are in one slot of a cluster, because the script uses all three types of keys.
  const prefix = (projectId: number): string => `tidemark:{query-cache:${projectId}}`;
  const entryKey = (projectId: number, key: string): string => `${prefix(projectId)}:entry:${key}`;
  const store = async (
    projectId: number,
    key: string,
    packed: Buffer,
    madeAt: Date,
  ): Promise<boolean> => {
    if (packed.length > Math.min(maxEntryBytes, maxProjectBytes)) return false;
    const stored = await redis.eval(
      STORE,
      2,
      `${prefix(projectId)}:expiry`,
      `${prefix(projectId)}:sizes`,
      entryKey(projectId, key),
      packed,
      now().getTime(),
      ttlSeconds * 1_000,
      packed.length,
      maxProjectBytes,
      madeAt.getTime(),
    );
    return stored === 1;
  };
  /** Resolves when all small values were sent. */
  let smallOnes = Promise.resolve();
  return {
    async get(projectId, key) {
      await smallOnes;
      const packed = await redis.getBuffer(entryKey(projectId, key));
      return packed === null ? undefined : unpack(packed);
    },
    async send(projectId, key, value, madeAt = now()) {
      const ready = packing(value, maxEntryBytes);
      if (ready === null) return { stored: Promise.resolve(false) };
      if (!ready.isSmall) {
        const packed = await ready.pack();
        return { stored: store(projectId, key, packed, madeAt) };
      }
      smallOnes = new Promise((resolve) => setImmediate(resolve));
      return { stored: smallOnes.then(() => store(projectId, key, ready.packNow(), madeAt)) };
    },
  };
}
