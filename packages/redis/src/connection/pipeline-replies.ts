import type { Cluster, Redis as RedisServer } from 'ioredis';
import type { Redis } from './redis';
import { isCluster } from './redis';

type Argument = string | number | Buffer;

const MOST_AT_ONCE = 1_000;

/**
 * Sends commands in pipelines of a thousand and returns their replies in order. A command's time limit begins when
 * its pipeline is sent. In a cluster each command is sent to its own node; commands with the same key stay in order.
 * @throws the first error of a command, or the error of the connection
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

/** Waits for all commands, so that none is still running when an error is thrown. */
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
