import { Cluster, Redis as RedisServer } from 'ioredis';
import type { Logger } from '@tidemark/platform';
import { plainMessage, storeCertificates, untrustedCertificate } from '@tidemark/platform';
import { clusterAddress } from './cluster-url';
import type { Redis } from './redis';
import { clusterOptions, reconnectDelay, roleOptions } from './roles';
import type { RedisRole } from './roles';

/**
 * Opens a connection for one role. Never throws because a server is unavailable and never gives up: an unreachable server is
 * retried with back-off, and each outage is one warning and one "back again" line in the log.
 *
 * @param url `redis://[user:password@]host:port[/database]`, or `redis+cluster://[user:password@]host:port[,host:port]`
 * for a Redis Cluster; `rediss` for TLS, with `sslrootcert`, `sslcert` and `sslkey` as files of one server's.
 * @throws ConfigError for a certificate that cannot be read
 */
export function createRedis(url: string, role: RedisRole, logger?: Logger): Redis {
  const redis = openConnection(url, role);
  let down = false;
  let wasReady = false;
  redis.on('error', (error: Error) => {
    if (down) return;
    down = true;
    const reason = untrustedCertificate(error) ?? plainMessage(error);
    logger?.warn(
      { role, err: reason },
      wasReady
        ? 'the connection to Redis was lost; trying again'
        : 'Redis (REDIS_URL) cannot be reached; trying again',
    );
  });
  redis.on('ready', () => {
    wasReady = true;
    if (down) logger?.info({ role }, 'the connection to Redis is back');
    down = false;
  });
  return redis;
}

function openConnection(url: string, role: RedisRole): Redis {
  const connectionName = `tidemark-${role}`;
  const cluster = clusterAddress(url);
  if (cluster !== null) {
    return new Cluster([...cluster.nodes], clusterOptions(role, cluster, connectionName));
  }
  const { url: address, certificates } = storeCertificates(url);
  return new RedisServer(address, {
    ...roleOptions(role),
    ...(certificates !== null && { tls: certificates }),
    connectionName,
    retryStrategy: reconnectDelay,
    // After a failover the old primary returns READONLY: find the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

/**
 * Waits until a new connection can take commands; the producer role rejects them before that.
 *
 * @throws when it is not ready within `timeoutMs`.
 */
export async function waitUntilReady(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      redis.off('ready', onReady).off('end', onEnd);
      finish();
    };
    const fail = (reason: string): void => settle(() => reject(new Error(reason)));
    const onReady = (): void => settle(resolve);
    const onEnd = (): void => fail('the connection to Redis was closed before it was ready');
    const timer = setTimeout(
      () => fail(`Redis was not ready within ${timeoutMs / 1_000} s`),
      timeoutMs,
    );
    redis.once('ready', onReady).once('end', onEnd);
  });
}

/**
 * Asks a server once, for a start that should fail at once where a service would wait.
 *
 * @throws Error with the reason when it does not respond within `timeoutMs`
 */
export async function probeRedis(url: string, timeoutMs: number): Promise<void> {
  const redis = openConnection(url, 'queue');
  let reason = `no response within ${timeoutMs / 1_000} s`;
  const failed = new Promise<void>((resolve) => {
    redis.on('error', (error: Error) => {
      reason = untrustedCertificate(error) ?? plainMessage(error);
      resolve();
    });
  });
  try {
    const ready = waitUntilReady(redis, timeoutMs).then(() => redis.ping());
    await Promise.race([ready, failed.then(() => Promise.reject(new Error(reason)))]);
  } catch {
    throw new Error(reason);
  } finally {
    redis.disconnect();
  }
}

/** Closes a connection: politely when it is up, at once otherwise. Safe to call twice. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') {
    try {
      await redis.quit();
      return;
    } catch {
      // The server became unavailable while we said goodbye; drop the socket below.
    }
  }
  redis.disconnect();
}
