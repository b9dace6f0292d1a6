import type { Redis } from '../connection/redis';
import { streamKey, surplusKey } from './keys';
import { pipelineReplies } from '../connection/pipeline-replies';

/** Events in the log that no worker has finished, over all partitions. */
export async function logLength(redis: Redis, partitions: number): Promise<number> {
  const commands: string[][] = [];
  for (let partition = 0; partition < partitions; partition += 1) {
    commands.push(['xlen', streamKey(partition)], ['get', surplusKey(partition)]);
  }
  const replies = await pipelineReplies(redis, commands);
  let length = 0;
  for (let i = 0; i < replies.length; i += 2) {
    const entries = Number(replies[i]);
    // A surplus without entries is left from a stream that was deleted by hand.
    if (entries > 0) length += entries + Number(replies[i + 1] ?? 0);
  }
  return length;
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
