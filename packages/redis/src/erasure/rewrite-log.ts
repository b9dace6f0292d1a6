import type { Redis as RedisServer } from 'ioredis';
import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';

/** The result of the request to rewrite the append-only file. */
export type LogRewrite =
  | 'begun'
  /**
   * A server was already rewriting its file or writing a snapshot, which may still contain deleted data. The rewrite
   * must be requested again.
   */
  | 'busy'
  /** The server forbids the command; it rewrites the file according to its own settings. */
  | 'forbidden';

/**
 * Makes every server, including replicas, rewrite its append-only file in the background without deleted data. A
 * server without such a file has nothing to do.
 * @throws if a server does not respond
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
    // A scheduled rewrite begins later, with the data at that time.
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
