import type { Redis } from 'ioredis';
import { streamKey } from './keys';
import type { LogRecord } from './log-record';
import { nextPageSize } from './page-size';
import { pipelineReplies } from './pipeline-replies';
import type { StreamEntry, StreamPages } from './stream-pages';
import { createStreamPages } from './stream-pages';

export interface StreamReader {
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  close(): void;
}

/** What an answer may take beyond the time it waits for, on a busy machine. */
const ANSWER_MS = 30_000;

/** Reads several streams from their beginning. Waits on a connection of its own. */
export function createStreamReader(redis: Redis): StreamReader {
  const blocking = redis.duplicate({
    commandTimeout: undefined,
    blockingTimeout: 60_000,
    // Without it an answer 100 ms late counts as none.
    blockingTimeoutGrace: ANSWER_MS,
  });
  blocking.on('error', () => {
    // Same server as `redis`, which reports it; the pending wait rejects.
  });
  let closed = false;

  /** Goes through the streams in rounds, until the range is long enough or they are at their ends. */
  const readOn = async (
    pages: StreamPages,
    partitions: readonly number[],
    count: number,
  ): Promise<void> => {
    for (let open = partitions; open.length > 0;) {
      const size = nextPageSize(pages, count);
      if (size === null) return;
      const share = Math.ceil(size / open.length);
      const replies = await pipelineReplies(
        redis,
        open.map((partition) => [
          ...['xrange', streamKey(partition), `(${pages.lastId(partition)}`, '+'],
          ...['COUNT', share],
        ]),
      );
      open = open.filter((partition, index) => {
        const page = replies[index] as StreamEntry[];
        pages.add(partition, page);
        return page.length >= share;
      });
    }
  };

  /** Answers whether there is one; a single entry of a stream travels for it. */
  const waitForFirst = async (partitions: readonly number[], blockMs: number): Promise<boolean> =>
    (await blocking.call(
      'XREAD',
      ...['COUNT', 1, 'BLOCK', blockMs, 'STREAMS'],
      ...partitions.map(streamKey),
      ...partitions.map(() => '0-0'),
    )) !== null;

  return {
    read: async (partitions, count, blockMs) => {
      if (closed || partitions.length === 0 || count <= 0) return [];
      const pages = createStreamPages();
      try {
        await readOn(pages, partitions, count);
        if (pages.entries === 0 && blockMs > 0 && !isClosed()) {
          if (await waitForFirst(partitions, blockMs)) await readOn(pages, partitions, count);
        }
        return pages.take(count);
      } catch (error) {
        if (isClosed()) return [];
        throw error;
      }
    },
    close: () => {
      closed = true;
      blocking.disconnect();
    },
  };

  function isClosed(): boolean {
    return closed;
  }
}
