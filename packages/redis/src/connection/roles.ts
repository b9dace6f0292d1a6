import type { RedisOptions } from 'ioredis';

/** `replyMapping` only matters for RESP3, which we do not speak. */
type Options = Omit<RedisOptions, 'replyMapping'>;

export type RedisRole = 'producer' | 'consumer' | 'cache' | 'pubsub' | 'queue';

/** Back-off between attempts to connect, in ms: 50, 100, 200 ... 1000. */
export function reconnectDelay(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 10), 1_000);
}

/**
 * How a connection behaves while Redis is away. RESP2 everywhere: replies have one shape on every
 * Redis and Valkey version.
 */
export function roleOptions(role: RedisRole): Options {
  return { protocol: 2, connectTimeout: 5_000, ...byRole[role] };
}

const byRole: Readonly<Record<RedisRole, Options>> = {
  // An SDK waits for the answer: fail at once and let it retry; never keep events in memory only.
  producer: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 10_000,
  },
  // The worker's loop has its own retry; a command survives a short blip and no more.
  consumer: { maxRetriesPerRequest: 1, commandTimeout: 30_000 },
  // A cache that does not answer quickly is a miss.
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
