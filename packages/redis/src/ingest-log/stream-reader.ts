import type { Redis } from 'ioredis';
import { ENTRY_FIELD, REPLAYS_FIELD, streamKey } from './keys';
import { pipelineReplies } from './pipeline-replies';

/** One unprocessed record of the log. */
export interface LogRecord {
  readonly partition: number;
  /** Stream id. */
  readonly id: string;
  /** JSON text of a `LogEntry`. */
  readonly raw: string;
  /** How often it came back from the dead letters; absent: never. */
  readonly replays?: number;
}

/** Stream entry as Redis answers it: id, then field, value, field, value ... */
type StreamEntry = readonly [id: string, fields: readonly string[]];

export interface StreamReader {
  read(partitions: readonly number[], count: number, blockMs: number): Promise<LogRecord[]>;
  close(): void;
}

/** Events may be 1 MB each: pages stay small, and a range ends when it is this long in characters. */
const MAX_RANGE_CHARS = 64 * 1024 ** 2;
const FIRST_PAGE = 128;
const NEXT_PAGE = 1_024;

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

  /** Goes on in the streams whose last page was full, until the range is long enough. */
  const topUp = async (
    pages: Map<number, StreamEntry[]>,
    perStream: number,
    count: number,
  ): Promise<void> => {
    let full = [...pages].filter(([, entries]) => entries.length >= perStream);
    let records = 0;
    let chars = 0;
    for (const entries of pages.values()) {
      records += entries.length;
      chars += charsOf(entries);
    }
    while (full.length > 0 && records < count && chars < MAX_RANGE_CHARS) {
      const average = Math.max(1, chars / records);
      const fitting = Math.ceil((MAX_RANGE_CHARS - chars) / average);
      const wanted = Math.min(count - records, fitting, NEXT_PAGE);
      const share = Math.ceil(wanted / full.length);
      const replies = await pipelineReplies(
        redis,
        full.map(([partition, entries]) => [
          ...['xrange', streamKey(partition), `(${entries.at(-1)?.[0] ?? '0-0'}`, '+'],
          ...['COUNT', share],
        ]),
      );
      full = full.flatMap(([partition, entries], index) => {
        const page = replies[index] as StreamEntry[];
        const longer = [...entries, ...page];
        pages.set(partition, longer);
        records += page.length;
        chars += charsOf(page);
        return page.length < share ? [] : [[partition, longer]];
      });
    }
  };

  return {
    read: async (partitions, count, blockMs) => {
      if (closed || partitions.length === 0 || count <= 0) return [];
      const perStream = Math.max(1, Math.floor(Math.min(count, FIRST_PAGE) / partitions.length));
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

function charsOf(entries: readonly StreamEntry[]): number {
  return entries.reduce((sum, [, fields]) => sum + fieldValue(fields, ENTRY_FIELD).length, 0);
}

function toRecords(pages: ReadonlyMap<number, readonly StreamEntry[]>): LogRecord[] {
  const records: LogRecord[] = [];
  for (const [partition, entries] of pages) {
    for (const [id, fields] of entries) {
      const raw = fieldValue(fields, ENTRY_FIELD);
      const replays = fields.length > 2 ? Number(fieldValue(fields, REPLAYS_FIELD)) : 0;
      records.push(replays > 0 ? { partition, id, raw, replays } : { partition, id, raw });
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
