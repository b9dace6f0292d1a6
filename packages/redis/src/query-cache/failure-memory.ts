import type { Redis } from '../connection/redis';

/** The error of a query, and the number of times it has occurred in a row. */
export interface RememberedFailure {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly times: number;
}

/** Remembers failures of queries for a short time, by the key of their result. */
export interface FailureMemory {
  find(resultKey: string): Promise<RememberedFailure | null>;
  /** Records a failure; one that differs from the last one restarts the count. */
  note(resultKey: string, failure: Omit<RememberedFailure, 'times'>): Promise<void>;
  /** Deletes the failure, because the query succeeded. */
  forget(resultKey: string): Promise<void>;
}

/** KEYS: failure. ARGV: its text, seconds. */
const NOTE = `
if redis.call('HGET', KEYS[1], 'failure') ~= ARGV[1] then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'failure', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'times', 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`;

/** @param ttlSeconds the lifetime of a failure since its last occurrence */
export function createFailureMemory(redis: Redis, ttlSeconds: number): FailureMemory {
  const keyOf = (resultKey: string): string => `tidemark:query-failure:${resultKey}`;
  return {
    async find(resultKey) {
      const [failure, times] = await redis.hmget(keyOf(resultKey), 'failure', 'times');
      if (typeof failure !== 'string') return null;
      return {
        ...(JSON.parse(failure) as Omit<RememberedFailure, 'times'>),
        times: Number(times ?? 0),
      };
    },
    async note(resultKey, { code, status, message }) {
      const text = JSON.stringify({ code, status, message });
      await redis.eval(NOTE, 1, keyOf(resultKey), text, ttlSeconds);
    },
    async forget(resultKey) {
      await redis.del(keyOf(resultKey));
    },
  };
}
