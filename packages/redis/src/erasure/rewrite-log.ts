import type { Redis as RedisServer } from 'ioredis';
import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';

/** The result of the request to rewrite the append-only file. */
export type LogRewrite =
  | 'begun'
  /** A server was at it, or at a snapshot: what was deleted since may be in its file. To be ordered again. */
  | 'busy'
  /** The server forbids the command; its own settings determine when it rewrites the file. */
  | 'forbidden';

/**
 * Has every server, replicas included, write its append-only file anew in the background, without what was deleted. A
 * server without such a file has nothing to write.
 *
 * @throws when a server does not respond
 */
export async function rewriteAppendOnlyFile(redis: Redis): Promise<LogRewrite> {
  const servers: readonly RedisServer[] = isCluster(redis) ? redis.nodes('all') : [redis];
  const outcomes = new Set<LogRewrite>();
  for (const server of servers) outcomes.add(await rewriteOn(server));
  if (outcomes.has('busy')) return 'busy';
  return outcomes.has('forbidden') ? 'forbidden' : 'begun';
}

async function rewriteOn(server: RedisServer): Promise<LogRewrite> {
  try {
    const info = await server.info('persistence');
    if (/^aof_enabled:0/m.test(info)) return 'begun';
    // One that is scheduled begins later, with what is there by then.
    if (/^aof_rewrite_in_progress:1/m.test(info)) return 'busy';
    await server.bgrewriteaof();
    return 'begun';
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/in progress/i.test(text)) return 'busy';
    if (/unknown command|NOPERM|not allowed/i.test(text)) return 'forbidden';
    throw error;
  }
}
