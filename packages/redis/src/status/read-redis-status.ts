import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';

/** The status that Redis reports; in a cluster, sums over its primaries. */
export interface RedisStatus {
  readonly version: string;
  readonly usedBytes: number;
  /** The memory limit; null means no limit. */
  readonly maxBytes: number | null;
}

/** @throws when Redis is unavailable or forbids INFO */
export async function readRedisStatus(redis: Redis): Promise<RedisStatus> {
  const servers = isCluster(redis) ? redis.nodes('master') : [redis];
  const infos = await Promise.all(
    servers.map(async (server) => `${await server.info('server')}\n${await server.info('memory')}`),
  );
  const sum = (name: string): number =>
    infos.reduce((total, info) => total + Number(fieldOf(info, name) ?? 0), 0);
  return {
    version: fieldOf(infos[0] ?? '', 'redis_version') ?? 'unknown',
    usedBytes: sum('used_memory'),
    maxBytes: sum('maxmemory') || null,
  };
}

function fieldOf(info: string, name: string): string | null {
  const line = info.split(/\r?\n/).find((text) => text.startsWith(`${name}:`));
  return line === undefined ? null : line.slice(name.length + 1);
}
