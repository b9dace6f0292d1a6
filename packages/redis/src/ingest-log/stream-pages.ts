import type { LogRecord } from '@tidemark/ingest-log';
import { recordsOf } from '@tidemark/ingest-log';
import { ENTRY_FIELD, PROJECT_FIELD, REPLAYS_FIELD } from './keys';

/** A stream entry as Redis returns it: its id, then field, value, field, value ... */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** The pages of a range that were read so far, by stream. */
export interface StreamPages {
  readonly entries: number;
  readonly records: number;
  readonly chars: number;
  /** The length of the longest entry in characters. */
  readonly longest: number;
  add(partition: number, page: readonly StreamEntry[]): void;
  lastId(partition: number): string;
  /**
   * At most `count` records in the order of the log, but only complete stream entries, because they are removed as a
   * whole. At least one entry.
   */
  take(count: number): LogRecord[];
}

interface Stream {
  readonly partition: number;
  readonly entries: LogRecord[][];
}

export function createStreamPages(): StreamPages {
  const streams = new Map<number, Stream>();
  let entries = 0;
  let records = 0;
  let chars = 0;
  let longest = 0;

  return {
    get entries() {
      return entries;
    },
    get records() {
      return records;
    },
    get chars() {
      return chars;
    },
    get longest() {
      return longest;
    },
    add: (partition, page) => {
      const stream = streams.get(partition) ?? { partition, entries: [] };
      streams.set(partition, stream);
      for (const [id, fields] of page) {
        const value = fieldValue(fields, ENTRY_FIELD);
        const found = recordsOf(partition, id, value, {
          projectId: Number(fieldValue(fields, PROJECT_FIELD)),
          replays: Number(fieldValue(fields, REPLAYS_FIELD)),
        });
        stream.entries.push(found);
        entries += 1;
        records += found.length;
        chars += value.length;
        longest = Math.max(longest, value.length);
      }
    },
    lastId: (partition) => streams.get(partition)?.entries.at(-1)?.[0]?.id ?? '0-0',
    take: (count) => {
      const taken: LogRecord[] = [];
      for (const stream of streams.values()) {
        for (const entry of stream.entries) {
          if (taken.length > 0 && taken.length + entry.length > count) return taken;
          taken.push(...entry);
        }
      }
      return taken;
    },
  };
}

/** The value of a field; empty if it is absent, which the reader then rejects as unreadable JSON. */
function fieldValue(fields: readonly string[], name: string): string {
  for (let i = 0; i + 1 < fields.length; i += 2) {
    if (fields[i] === name) return fields[i + 1] ?? '';
  }
  return '';
}
