import type { Redis } from '../connection/redis';

/** KEYS: the project's index of entries, and their sizes. */
const FORGET = `
for _, name in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', name) end
redis.call('DEL', KEYS[1], KEYS[2])
return 1`;

/** Deletes all stored results of a project, because they may contain data that was deleted since. */
export async function forgetQueryResults(redis: Redis, projectId: number): Promise<void> {
  const prefix = `tidemark:{query-cache:${projectId}}`;
  await redis.eval(FORGET, 2, `${prefix}:expiry`, `${prefix}:sizes`);
}
