import { pipelineReplies } from './pipeline-replies';
import type { Redis } from './redis';
import { isCluster } from './redis';

/**
 * The values of these keys, in order: with one command, or in a cluster with one per key, because keys may be on
 * different nodes.
 */
export async function getMany(
  redis: Redis,
  keys: readonly string[],
): Promise<readonly (string | null)[]> {
  if (keys.length === 0) return [];
  if (!isCluster(redis)) return redis.mget(...keys);
  const replies = await pipelineReplies(
    redis,
    keys.map((key) => ['get', key]),
  );
  return replies as (string | null)[];
}

/** Deletes these keys; keys that do not exist are ignored. */
export async function unlinkMany(redis: Redis, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  if (!isCluster(redis)) await redis.unlink(...keys);
  else
    await pipelineReplies(
      redis,
      keys.map((key) => ['unlink', key]),
    );
}
