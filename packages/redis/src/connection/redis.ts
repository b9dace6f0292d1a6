import { Cluster } from 'ioredis';
import type { Redis as RedisServer } from 'ioredis';

/** A connection to one server, or to all nodes of a Redis Cluster. */
export type Redis = RedisServer | Cluster;

/**
 * On a cluster a command may only touch keys of one slot (of one hash tag), and commands on different slots may have
 * to go to different nodes.
 */
export function isCluster(redis: Redis): redis is Cluster {
  return redis instanceof Cluster;
}
