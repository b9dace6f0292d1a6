import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, Redis as RedisServer } from 'ioredis';
import { pipelineReplies } from '../connection/pipeline-replies';
import { streamKey } from './keys';

/** Waits for something to read. */
export interface Arrivals {
  /** Whether one of these partitions has an entry, at the latest after `waitMs`. */
  first(partitions: readonly number[], waitMs: number): Promise<boolean>;
  /** Ends a wait that is under way. */
  close(): void;
}

/** The time that a response may take, on a busy machine, beyond the time it waits for. */
const REPLY_MS = 30_000;

/** Waits on a connection of its own; a single entry of a stream travels for it. */
export function awaitArrivals(redis: RedisServer): Arrivals {
  const blocking = redis.duplicate({
    commandTimeout: undefined,
    blockingTimeout: 60_000,
    // Without it a response 100 ms late counts as none.
    blockingTimeoutGrace: REPLY_MS,
  });
  blocking.on('error', () => {
    // Same server as `redis`, which reports it; the pending wait rejects.
  });
  return {
    first: async (partitions, waitMs) =>
      (await blocking.call(
        'XREAD',
        ...['COUNT', 1, 'BLOCK', waitMs, 'STREAMS'],
        ...partitions.map(streamKey),
        ...partitions.map(() => '0-0'),
      )) !== null,
    close: () => blocking.disconnect(),
  };
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/**
 * Asks again and again, because a cluster has no command that waits for streams of several slots. An idle worker asks
 * for the lengths of its streams ten times a second.
 */
export function pollArrivals(cluster: Cluster): Arrivals {
  const closed = new AbortController();
  return {
    first: async (partitions, waitMs) => {
      const deadline = performance.now() + waitMs;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const lengths = await pipelineReplies(
          cluster,
          partitions.map((partition) => ['xlen', streamKey(partition)]),
        );
        if (lengths.some((length) => Number(length) > 0)) return true;
        const left = deadline - performance.now();
        if (left <= 0) return false;
        await delay(Math.min(pause, left), undefined, { signal: closed.signal });
      }
    },
    close: () => closed.abort(),
  };
}
