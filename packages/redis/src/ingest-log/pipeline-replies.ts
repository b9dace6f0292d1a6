import type { Redis } from 'ioredis';

type Argument = string | number | Buffer;

/**
 * Sends commands in one round trip and answers their replies in order.
 *
 * @throws the first error of any command, or the connection's.
 */
export async function pipelineReplies(
  redis: Redis,
  commands: readonly (readonly Argument[])[],
): Promise<unknown[]> {
  if (commands.length === 0) return [];
  const results = await redis.pipeline(commands.map((command) => [...command])).exec();
  if (results === null) throw new Error('pipeline was discarded');
  return results.map(([error, reply]) => {
    if (error !== null) throw error;
    return reply;
  });
}
