import type { Redis } from 'ioredis';
import { streamKey } from './keys';
import { pipelineReplies } from './pipeline-replies';

/** Events in the log that no worker has finished, over all partitions. */
export async function logLength(redis: Redis, partitions: number): Promise<number> {
  const commands = Array.from({ length: partitions }, (_, partition) => [
    'xlen',
    streamKey(partition),
  ]);
  const replies = await pipelineReplies(redis, commands);
  return replies.reduce<number>((sum, reply) => sum + Number(reply), 0);
}

export interface LogBound {
  /** The known length once it is refreshed if stale; the caller refuses when it reaches the bound. */
  current(): Promise<number>;
  /** Counts entries just written until the next refresh. */
  add(count: number): void;
}

/**
 * Knows the log's length without asking on every request: refreshed in the background when older than
 * `refreshMs`, and before an answer only while the log looks full.
 */
export function createLogBound(deps: {
  readonly redis: Redis;
  readonly partitions: number;
  readonly maxLength: number;
  readonly refreshMs: number;
  readonly now: () => number;
}): LogBound {
  let length = 0;
  let refreshedAt = -Infinity;
  let running: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    running ??= logLength(deps.redis, deps.partitions)
      .then((found) => {
        length = found;
        refreshedAt = deps.now();
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    current: async () => {
      if (deps.now() - refreshedAt < deps.refreshMs) return length;
      const refreshed = refresh();
      if (length >= deps.maxLength || refreshedAt === -Infinity) await refreshed;
      // A failed background refresh shows itself in the append that follows.
      else refreshed.catch(() => undefined);
      return length;
    },
    add: (count) => {
      length += count;
    },
  };
}
