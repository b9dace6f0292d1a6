import { pipelineReplies } from './pipeline-replies';
import type { Redis } from './redis';
import { isCluster } from './redis';

/** The texts of these keys, in order: one command, or on a cluster one for each, since they lie on any node. */
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

/** Removes these keys; those that are not there do not matter. */
export async function unlinkMany(redis: Redis, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  if (!isCluster(redis)) await redis.unlink(...keys);
  else
    await pipelineReplies(
      redis,
      keys.map((key) => ['unlink', key]),
    );
}
