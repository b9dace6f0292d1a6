import { closeRedis, createRedis, waitUntilReady } from '@tidemark/redis';
import type { Redis } from '@tidemark/redis';
import { CommandError, EXIT } from './exit-codes';

const READY_TIMEOUT_MS = 5_000;

/**
 * Runs a command on one connection and closes it.
 *
 * @throws CommandError when the server does not answer.
 */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = createRedis(url, 'consumer');
  try {
    await waitUntilReady(redis, READY_TIMEOUT_MS).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`Redis cannot be reached: ${reason}`, EXIT.failed);
    });
    return await work(redis);
  } finally {
    await closeRedis(redis);
  }
}
