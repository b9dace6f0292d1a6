import { Cluster } from 'ioredis';
import type { Redis as RedisServer } from 'ioredis';

/** A connection to one server, or to all nodes of a Redis Cluster. */
export type Redis = RedisServer | Cluster;

/**
 * Whether the connection is to a cluster. There, a command may only use keys of one slot (with the same hash tag),
 * and commands on different slots may go to different nodes.
 */
export function isCluster(redis: Redis): redis is Cluster {
  return redis instanceof Cluster;
}
