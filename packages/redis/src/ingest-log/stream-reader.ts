import type { LogRecord } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';
import { streamKey } from './keys';
import { nextPageSize } from './page-size';
import { awaitArrivals, pollArrivals } from './arrivals';
import { pipelineReplies } from '../connection/pipeline-replies';
import type { StreamEntry, StreamPages } from './stream-pages';
import { createStreamPages } from './stream-pages';

export interface StreamReader {
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  close(): void;
}

/** Reads several streams from their beginning. */
export function createStreamReader(redis: Redis): StreamReader {
  const arrivals = isCluster(redis) ? pollArrivals(redis) : awaitArrivals(redis);
  let closed = false;

  /** Reads the streams in rounds, until the range is long enough or all streams are at their end. */
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

  return {
    read: async (partitions, count, blockMs) => {
      if (closed || partitions.length === 0 || count <= 0) return [];
      const pages = createStreamPages();
      try {
        await readOn(pages, partitions, count);
        if (pages.entries === 0 && blockMs > 0 && !isClosed()) {
          if (await arrivals.first(partitions, blockMs)) await readOn(pages, partitions, count);
        }
        return pages.take(count);
      } catch (error) {
        if (isClosed()) return [];
        throw error;
      }
    },
    close: () => {
      closed = true;
      arrivals.close();
    },
  };

  function isClosed(): boolean {
    return closed;
  }
}
