import type { Redis as RedisServer } from 'ioredis';
import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';

const PAGE = 1_000;

/** The servers that contain keys: of a cluster its primaries. */
function primariesOf(redis: Redis): readonly RedisServer[] {
  return isCluster(redis) ? redis.nodes('master') : [redis];
}

/** The keys that match a glob pattern, from all servers, in pages. A key may be returned twice. */
export async function* scanKeys(redis: Redis, pattern: string): AsyncGenerator<readonly string[]> {
  for (const server of primariesOf(redis)) {
    let cursor = '0';
    do {
      const [next, keys] = await server.scan(cursor, 'MATCH', pattern, 'COUNT', PAGE);
      if (keys.length > 0) yield keys;
      cursor = next;
    } while (cursor !== '0');
  }
}
