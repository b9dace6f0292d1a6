import type { Redis } from 'ioredis';
import { ENTRY_FIELD, streamKey } from './keys';
import { pipelineReplies } from './pipeline-replies';

/** One unprocessed record of the log. */
export interface LogRecord {
  readonly partition: number;
  /** Stream id. */
  readonly id: string;
  /** JSON text of an `IngestEntry`. */
  readonly raw: string;
}

/** Stream entry as Redis answers it: id, then field, value, field, value ... */
type StreamEntry = readonly [id: string, fields: readonly string[]];

export interface StreamReader {
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  close(): void;
}

/** Reads several streams from their beginning, on a connection of its own because reads block. */
export function createStreamReader(redis: Redis): StreamReader {
  const blocking = redis.duplicate({ commandTimeout: undefined, blockingTimeout: 60_000 });
  blocking.on('error', () => {
    // Same server as `redis`, which reports it; the pending read rejects.
  });
  let closed = false;

  const firstPages = async (
    partitions: readonly number[],
    perStream: number,
    blockMs: number,
  ): Promise<Map<number, StreamEntry[]>> => {
    const reply = await blocking.call(
      'XREAD',
      ...['COUNT', perStream, ...(blockMs > 0 ? ['BLOCK', blockMs] : []), 'STREAMS'],
      ...partitions.map(streamKey),
      ...partitions.map(() => '0-0'),
    );
    const byKey = new Map((reply ?? []) as [string, StreamEntry[]][]);
    const pages = new Map<number, StreamEntry[]>();
    for (const partition of partitions) {
      const entries = byKey.get(streamKey(partition));
      if (entries !== undefined) pages.set(partition, entries);
    }
    return pages;
  };

  /** Fills what is left of `count` from the streams that had a full page. */
  const topUp = async (
    pages: Map<number, StreamEntry[]>,
    perStream: number,
    count: number,
  ): Promise<void> => {
    const full = [...pages].filter(([, entries]) => entries.length === perStream);
    const left = count - [...pages.values()].reduce((sum, entries) => sum + entries.length, 0);
    if (full.length === 0 || left <= 0) return;
    const share = Math.ceil(left / full.length);
    const replies = await pipelineReplies(
      redis,
      full.map(([partition, entries]) => [
        ...['xrange', streamKey(partition), `(${entries.at(-1)?.[0] ?? '0-0'}`, '+'],
        ...['COUNT', share],
      ]),
    );
    full.forEach(([partition, entries], index) => {
      pages.set(partition, [...entries, ...(replies[index] as StreamEntry[])]);
    });
  };

  return {
    read: async (partitions, count, blockMs) => {
      if (closed || partitions.length === 0 || count <= 0) return [];
      const perStream = Math.max(1, Math.floor(count / partitions.length));
      try {
        const pages = await firstPages(partitions, perStream, blockMs);
        await topUp(pages, perStream, count);
        return toRecords(pages).slice(0, count);
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

function toRecords(pages: ReadonlyMap<number, readonly StreamEntry[]>): LogRecord[] {
  const records: LogRecord[] = [];
  for (const [partition, entries] of pages) {
    for (const [id, fields] of entries) {
      records.push({ partition, id, raw: fieldValue(fields, ENTRY_FIELD) });
    }
  }
  return records;
}

/** Empty when the field is absent: the reader's JSON parse then treats it as poison. */
function fieldValue(fields: readonly string[], name: string): string {
  for (let i = 0; i + 1 < fields.length; i += 2) {
    if (fields[i] === name) return fields[i + 1] ?? '';
  }
  return '';
}
