import type { Redis } from '../connection/redis';
import { logLength } from '../ingest-log/log-length';
import { storedPartitionCount } from '../ingest-log/partition-count';

/** The number of acknowledged events that are not stored yet, and the version of the server. */
export async function readLogFacts(
  redis: Redis,
): Promise<{ readonly logEvents: number; readonly serverVersion: string }> {
  const info = await redis.info('server');
  return {
    logEvents: await logLength(redis, await storedPartitionCount(redis)),
    serverVersion: /^redis_version:(.*)$/m.exec(info)?.[1]?.trim() ?? '',
  };
}
