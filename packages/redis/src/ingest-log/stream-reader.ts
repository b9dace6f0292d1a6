import type { Redis } from 'ioredis';
import { streamKey } from './keys';
import type { LogRecord } from './log-record';
import { pipelineReplies } from './pipeline-replies';
import type { StreamEntry, StreamPages } from './stream-pages';
import { createStreamPages } from './stream-pages';

export interface StreamReader {
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  close(): void;
}

/** Events may be 1 MB each: pages stay small, and a range ends when it is this long in characters. */
const MAX_RANGE_CHARS = 64 * 1024 ** 2;
/** Stream entries; each may hold several records. */
const FIRST_PAGE = 128;
const NEXT_PAGE = 1_024;

/** Reads several streams from their beginning, on a connection of its own because reads block. */
export function createStreamReader(redis: Redis): StreamReader {
  const blocking = redis.duplicate({ commandTimeout: undefined, blockingTimeout: 60_000 });
  blocking.on('error', () => {
    // Same server as `redis`, which reports it; the pending read rejects.
  });
  let closed = false;

  /** Answers the partitions whose page was full. */
  const firstPages = async (
    pages: StreamPages,
    partitions: readonly number[],
    perStream: number,
    blockMs: number,
  ): Promise<number[]> => {
    const reply = await blocking.call(
      'XREAD',
      ...['COUNT', perStream, ...(blockMs > 0 ? ['BLOCK', blockMs] : []), 'STREAMS'],
      ...partitions.map(streamKey),
      ...partitions.map(() => '0-0'),
    );
    const byKey = new Map((reply ?? []) as [string, StreamEntry[]][]);
    return partitions.filter((partition) => {
      const page = byKey.get(streamKey(partition)) ?? [];
      pages.add(partition, page);
      return page.length >= perStream;
    });
  };

  /** Goes on in the streams whose last page was full, until the range is long enough. */
  const topUp = async (
    pages: StreamPages,
    firstFull: readonly number[],
    count: number,
  ): Promise<void> => {
    let full = firstFull;
    while (full.length > 0 && pages.records < count && pages.chars < MAX_RANGE_CHARS) {
      const { entries, records, chars } = pages;
      const wanted = Math.ceil(((count - records) * entries) / records);
      const fitting = Math.ceil(((MAX_RANGE_CHARS - chars) * entries) / Math.max(1, chars));
      const share = Math.ceil(Math.min(wanted, fitting, NEXT_PAGE) / full.length);
      const replies = await pipelineReplies(
        redis,
        full.map((partition) => [
          ...['xrange', streamKey(partition), `(${pages.lastId(partition)}`, '+'],
          ...['COUNT', share],
        ]),
      );
      full = full.filter((partition, index) => {
        const page = replies[index] as StreamEntry[];
        pages.add(partition, page);
        return page.length >= share;
      });
    }
  };

  return {
    read: async (partitions, count, blockMs) => {
      if (closed || partitions.length === 0 || count <= 0) return [];
      const perStream = Math.max(1, Math.floor(Math.min(count, FIRST_PAGE) / partitions.length));
      try {
        const pages = createStreamPages();
        const full = await firstPages(pages, partitions, perStream, blockMs);
        await topUp(pages, full, count);
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
