import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, Redis as RedisServer } from 'ioredis';
import { pipelineReplies } from '../connection/pipeline-replies';
import { streamKey } from './keys';

/** Waits for new entries. */
export interface Arrivals {
  /** Whether one of these partitions has an entry; waits at most `waitMs`. */
  first(partitions: readonly number[], waitMs: number): Promise<boolean>;
  /** Ends a running wait. */
  close(): void;
}

/** The maximum delay of a response on a busy machine, in addition to the time of the wait. */
const REPLY_MS = 30_000;

/** Waits with a blocking command on a separate connection; the command reads only one entry of a stream. */
export function awaitArrivals(redis: RedisServer): Arrivals {
  const blocking = redis.duplicate({
    commandTimeout: undefined,
    blockingTimeout: 60_000,
    // Without this, a response that is 100 ms late would count as missing.
    blockingTimeoutGrace: REPLY_MS,
  });
  blocking.on('error', () => {
    // The connection `redis` to the same server reports its errors; the pending wait rejects.
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
 * Polls, because a cluster has no command that waits for streams of several slots. An idle worker reads the lengths
 * of its streams ten times a second.
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
