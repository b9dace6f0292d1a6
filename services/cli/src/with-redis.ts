import { plainMessage } from '@tidemark/platform';
import { closeRedis, createRedis, probeRedis } from '@tidemark/redis';
import type { Redis } from '@tidemark/redis';
import { CommandError, EXIT } from './exit-codes';

const READY_TIMEOUT_MS = 5_000;

/**
 * Runs a command on one connection and closes it.
 *
 * @throws CommandError if the server does not respond.
 */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  await probeRedis(url, READY_TIMEOUT_MS).catch((error: unknown) => {
    const reason = plainMessage(error);
    throw new CommandError(
      `Redis cannot be reached: ${reason}. Start it (npm start for the embedded one), or correct REDIS_URL.`,
      EXIT.failed,
    );
  });
  const redis = createRedis(url, 'consumer');
  try {
    return await work(redis);
  } finally {
    await closeRedis(redis);
  }
}
