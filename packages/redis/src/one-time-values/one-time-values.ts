import type { Redis } from '../connection/redis';

/** Texts that are stored for a short time and can be read once. */
export interface OneTimeValues {
  /** @param key must be unique and secret */
  put(key: string, value: string, seconds: number): Promise<void>;
  /** Returns and deletes the text; null if there is none. */
  take(key: string): Promise<string | null>;
  /** Returns the text without deleting it. */
  look(key: string): Promise<string | null>;
}

/** @param keyPrefix separates the keys of different purposes */
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
