import { Cluster, Redis as RedisServer } from 'ioredis';
import type { Logger } from '@tidemark/platform';
import { plainMessage, storeCertificates, untrustedCertificate } from '@tidemark/platform';
import { clusterAddress } from './cluster-url';
import type { Redis } from './redis';
import { clusterOptions, reconnectDelay, roleOptions } from './roles';
import type { RedisRole } from './roles';

/**
 * Opens a connection for one role. Does not throw if the server is unavailable: it is retried with back-off without
 * end, and the log gets one warning at the beginning of an outage and one message at its end.
 * @param url `redis://[user:password@]host:port[/database]`, or
 *   `redis+cluster://[user:password@]host:port[,host:port]` for a Redis Cluster; `rediss` for TLS, with
 *   `sslrootcert`, `sslcert` and `sslkey` as paths of files
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
    // After a failover the previous primary returns READONLY; a new connection finds the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

/**
 * Waits until a new connection accepts commands; the producer role rejects them before that.
 * @throws if it is not ready within `timeoutMs`
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
 * Checks once that a server responds, for a start that should fail immediately instead of waiting.
 * @throws Error with the reason if it does not respond within `timeoutMs`
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

/** Closes a connection: with `QUIT` if it is ready, immediately otherwise. May be called twice. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') {
    try {
      await redis.quit();
      return;
    } catch {
      // The server became unavailable during `QUIT`; the socket is closed below.
    }
  }
  redis.disconnect();
}
