import type { Redis } from 'ioredis';

type Argument = string | number | Buffer;

const MOST_AT_ONCE = 1_000;

/**
 * Sends commands in one round trip for each thousand and answers their replies in order: a time limit
 * is one of a command, and counts from when its pipeline is sent.
 *
 * @throws the first error of any command, or the connection's.
 */
export async function pipelineReplies(
  redis: Redis,
  commands: readonly (readonly Argument[])[],
): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (let at = 0; at < commands.length; at += MOST_AT_ONCE) {
    const chunk = commands.slice(at, at + MOST_AT_ONCE);
    const results = await redis.pipeline(chunk.map((command) => [...command])).exec();
    if (results === null) throw new Error('pipeline was discarded');
    for (const [error, reply] of results) {
      if (error !== null) throw error;
      replies.push(reply);
    }
  }
  return replies;
}
