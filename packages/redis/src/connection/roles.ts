import type { ClusterOptions, RedisOptions } from 'ioredis';
import type { ClusterAddress } from './cluster-url';

/** `replyMapping` only matters for RESP3, which we do not speak. */
type Options = Omit<RedisOptions, 'replyMapping'>;

export type RedisRole = 'producer' | 'consumer' | 'cache' | 'pubsub' | 'queue';

/** Back-off between attempts to connect, in ms: 50, 100, 200 ... 1000. */
export function reconnectDelay(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 10), 1_000);
}

/**
 * How a connection behaves while Redis is unavailable. RESP2 everywhere: replies have one shape on every
 * Redis and Valkey version.
 */
export function roleOptions(role: RedisRole): Options {
  return { protocol: 2, connectTimeout: 5_000, ...byRole[role] };
}

/**
 * The same for a cluster: a command goes to the node that has its key, and follows the key when it moves. What a node
 * did not respond because it became unavailable is tried again for a second and a half, which a failover may take.
 */
export function clusterOptions(
  role: RedisRole,
  address: ClusterAddress,
  connectionName: string,
): Omit<ClusterOptions, 'redisOptions'> & { readonly redisOptions: Options } {
  const { enableOfflineQueue = true, ...node } = roleOptions(role);
  const { username, password, tls } = address;
  return {
    enableOfflineQueue,
    clusterRetryStrategy: reconnectDelay,
    slotsRefreshTimeout: 5_000,
    // Certificates are for names; an address that was looked up would match none.
    ...(tls && { dnsLookup: (name, found) => found(null, name) }),
    redisOptions: {
      ...node,
      connectionName,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(tls && { tls: {} }),
    },
  };
}

const byRole: Readonly<Record<RedisRole, Options>> = {
  // An SDK waits for the response: fail at once and let it retry; never keep events in memory only.
  producer: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 10_000,
  },
  // The worker's loop has its own retry; a command is retried only through a short interruption.
  consumer: { maxRetriesPerRequest: 1, commandTimeout: 30_000 },
  // A cache that does not respond quickly is a miss.
  cache: {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 1_000,
  },
  // Subscriptions come back by themselves.
  pubsub: { maxRetriesPerRequest: null, autoResubscribe: true },
  // BullMQ's blocking commands must never be cut off by a retry limit.
  queue: { maxRetriesPerRequest: null },
};
