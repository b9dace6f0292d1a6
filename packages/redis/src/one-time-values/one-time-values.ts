import type { Redis } from '../connection/redis';

/** Texts that are kept for a short time and read once, by one of those who ask. */
export interface OneTimeValues {
  /** @param key unique, and known to the caller only */
  put(key: string, value: string, seconds: number): Promise<void>;
  /** Null when there is none (any more). */
  take(key: string): Promise<string | null>;
  /** As `take`, without using it up. */
  look(key: string): Promise<string | null>;
}

/** @param keyPrefix separates the keys of different uses */
export function createOneTimeValues(redis: Redis, keyPrefix: string): OneTimeValues {
  const keyOf = (key: string): string => `${keyPrefix}:${key}`;
  return {
    async put(key, value, seconds) {
      await redis.set(keyOf(key), value, 'EX', seconds);
    },
    take: (key) => redis.getdel(keyOf(key)),
    look: (key) => redis.get(keyOf(key)),
  };
}
