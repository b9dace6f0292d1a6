import type { Cluster, Redis as RedisServer } from 'ioredis';
import type { Redis } from './redis';
import { isCluster } from './redis';

type Argument = string | number | Buffer;

const MOST_AT_ONCE = 1_000;

/**
 * Sends commands in one round trip for each thousand and returns their replies in order: a time limit
 * is one of a command, and counts from when its pipeline is sent. On a cluster each command finds its own way, those on
 * the same key in order.
 *
 * @throws the first error of any command, or the connection's.
 */
export async function pipelineReplies(
  redis: Redis,
  commands: readonly (readonly Argument[])[],
): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (let at = 0; at < commands.length; at += MOST_AT_ONCE) {
    const chunk = commands.slice(at, at + MOST_AT_ONCE);
    for (const reply of await (isCluster(redis) ? each(redis, chunk) : together(redis, chunk))) {
      replies.push(reply);
    }
  }
  return replies;
}

async function together(
  redis: RedisServer,
  commands: readonly (readonly Argument[])[],
): Promise<readonly unknown[]> {
  const results = await redis.pipeline(commands.map((command) => [...command])).exec();
  if (results === null) throw new Error('pipeline was discarded');
  return results.map(([error, reply]) => {
    if (error !== null) throw error;
    return reply;
  });
}

/** All are waited for: none is still under way when one has failed. */
async function each(
  cluster: Cluster,
  commands: readonly (readonly Argument[])[],
): Promise<readonly unknown[]> {
  const results = await Promise.allSettled(
    commands.map(([name, ...args]) => cluster.call(String(name), ...args)),
  );
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
