import type { ClusterOptions, RedisOptions } from 'ioredis';
import type { ClusterAddress } from './cluster-url';

/** `replyMapping` only affects RESP3, which is not used. */
type Options = Omit<RedisOptions, 'replyMapping'>;

export type RedisRole = 'producer' | 'consumer' | 'request' | 'cache' | 'pubsub' | 'queue';

/** The delay between two attempts to connect, in ms: 50, 100, 200 ... 1000. */
export function reconnectDelay(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 10), 1_000);
}

/**
 * The options of a connection, which decide its behaviour while Redis is unavailable. RESP2 is always used, because
 * its replies have the same form in every version of Redis and Valkey.
 */
export function roleOptions(role: RedisRole): Options {
  return { protocol: 2, connectTimeout: 5_000, ...byRole[role] };
}

/**
 * The options of a connection to a cluster: a command goes to the node of its key, also if the key moves. A command
 * whose node becomes unavailable is retried for a second and a half, in which a failover may happen.
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
    // Names are not resolved, because certificates are issued for names and not for addresses.
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
  // An SDK waits for the response: commands fail immediately, so that the SDK retries, and events are never only in
  // memory.
  producer: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 10_000,
  },
  // The worker's loop retries by itself; a command is only retried once after a short interruption.
  consumer: { maxRetriesPerRequest: 1, commandTimeout: 30_000 },
  // A user or a job waits for the result. Redis may pause for seconds while the disk writes. If it cannot be reached,
  // commands fail with the next attempt to connect.
  request: {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 5_000,
  },
  // A response that takes too long counts as a cache miss.
  cache: {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 1_000,
  },
  // Subscriptions are renewed after a reconnect.
  pubsub: { maxRetriesPerRequest: null, autoResubscribe: true },
  // BullMQ's blocking commands must not be limited by a number of retries.
  queue: { maxRetriesPerRequest: null },
};
